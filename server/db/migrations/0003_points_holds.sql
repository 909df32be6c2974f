-- Points set aside: placed, captured in parts, released. Keys and locks as in 0003_points_ledger.sql.

-- status: done, duplicate, mismatch, insufficient
create function place_hold(key text, owner text, points bigint, valid_for interval, about text)
returns table (status text, hold_id bigint, available bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  first hold;
begin
  perform lock_accounts(array[wallet]);
  select h.* into first from hold h where h.idem = key;
  if found then
    status := case when (first.account_id, first.amount) = (wallet, points) and first.reference is not distinct from about
      then 'duplicate' else 'mismatch' end;
    hold_id := first.id;
  else
    perform expire_wallet(wallet);
    update account a set held = a.held + points where a.id = wallet and a.balance - a.held >= points;
    if found then
      insert into hold (idem, account_id, amount, expires_at, reference)
        values (key, wallet, points, now() + valid_for, about) returning id into hold_id;
      status := 'done';
    else
      status := 'insufficient';
    end if;
  end if;
  available := available_of(wallet);
  return next;
end $$;

-- The part of a hold that is used becomes a transfer; wallet and payee are locked.
create function capture_locked(
  key text, from_hold bigint, wallet bigint, payee bigint, points bigint, house_part bigint, why text, about text
) returns bigint language plpgsql as $$
declare
  posted bigint;
begin
  perform expire_wallet(wallet);
  update hold set captured = captured + points where id = from_hold;
  update account set balance = balance - points, held = held - points where id = wallet;
  posted := post_transfer(key, 'capture', wallet, payee, points, house_part, why, about, from_hold);
  perform take_lots(wallet, posted, points, true);
  return posted;
end $$;

-- status: done, duplicate, mismatch, gone (the hold has less left, or doesn't exist)
create function capture_hold(key text, from_hold bigint, payee text, points bigint, house_part bigint, why text)
returns table (status text, transfer_id bigint, available bigint) language plpgsql as $$
declare
  h hold;
  first transfer;
  credit_to bigint := case when payee is null then house_account() else account_of('earnings', payee) end;
  fee_of bigint := case when payee is null then 0 else house_part end;
begin
  select x.* into h from hold x where x.id = from_hold;
  if not found then
    status := 'gone'; available := 0;
    return next;
    return;
  end if;
  perform lock_accounts(array[h.account_id, credit_to]);
  select x.* into h from hold x where x.id = from_hold;
  select t.* into first from transfer t where t.idem = key;
  if found then
    status := case when (first.kind, first.hold_id, first.credit, first.amount, first.fee, first.purpose)
        = ('capture', from_hold, credit_to, points, fee_of, why)
      then 'duplicate' else 'mismatch' end;
    transfer_id := first.id;
  elsif h.amount - h.captured - h.released < points then
    status := 'gone';
  else
    status := 'done';
    transfer_id := capture_locked(key, h.id, h.account_id, credit_to, points, fee_of, why, h.reference);
  end if;
  available := available_of(h.account_id);
  return next;
end $$;

-- Gives back what is left of a hold and lets overdue points below it expire. Returns the points released.
create function release_locked(released_hold bigint) returns bigint language plpgsql as $$
declare
  h hold;
  rest bigint;
begin
  select x.* into h from hold x where x.id = released_hold;
  rest := h.amount - h.captured - h.released;
  if rest > 0 then
    update hold set released = released + rest where id = h.id;
    update account set held = held - rest where id = h.account_id;
    perform expire_wallet(h.account_id);
  end if;
  return coalesce(rest, 0);
end $$;

create function release_hold(released_hold bigint) returns bigint language plpgsql as $$
begin
  perform lock_accounts(array(select h.account_id from hold h where h.id = released_hold));
  return release_locked(released_hold);
end $$;

-- Releases holds past their expiry, at most max_holds; returns how many.
create function release_expired_holds(max_holds int) returns int language plpgsql as $$
declare
  due bigint[];
begin
  select array_agg(h.id) into due
    from (select x.id from hold x where x.open and x.expires_at <= now() order by x.expires_at limit max_holds) h;
  perform lock_accounts(array(select h.account_id from hold h where h.id = any (due)));
  perform release_locked(d.id) from unnest(due) d (id);
  return coalesce(cardinality(due), 0);
end $$;
