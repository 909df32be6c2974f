-- A disputed purchase and what was earned from it. Whoever learns of the dispute freezes what came from the order's lots
-- and lifts or takes back when it is decided. Locks as in 0003_points_ledger.sql.

-- The earnings accounts that were paid from a freeze's lots.
create function accounts_of_freeze(of_freeze bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct a.id), '{}')
  from earning_freeze_lot x
  join lot l on l.id = x.lot_id
  join entry e on e.account_id = l.account_id
  join lot_use u on u.transfer_id = e.transfer_id and u.lot_id = l.id
  join transfer t on t.id = u.transfer_id
  join account a on a.id = t.credit and a.kind = 'earnings'
  where x.freeze_id = of_freeze
$$;

-- Once more after it was lifted: frozen anew. status: done, duplicate, mismatch (another order, or lost before)
create function freeze_earnings(about text, of_order text) returns table (status text, members text[]) language plpgsql as $$
declare
  f earning_freeze;
  lots bigint[] := array(select x.lot_id from lots_of_order(of_order) x order by x.lot_id);
begin
  insert into earning_freeze (reference) values (about) on conflict do nothing returning * into f;
  if found then
    insert into earning_freeze_lot (freeze_id, lot_id) select f.id, n.id from unnest(lots) n (id);
    status := 'done';
  else
    select x.* into f from earning_freeze x where x.reference = about for update;
    status := case
      when f.state = 'takenBack' then 'mismatch'
      when lots <> array(select x.lot_id from earning_freeze_lot x where x.freeze_id = f.id order by x.lot_id) then 'mismatch'
      when f.state = 'open' then 'duplicate'
      else 'done' end;
    if status = 'done' then
      update earning_freeze x set state = 'open', decided_at = null where x.id = f.id;
    end if;
  end if;
  members := array(select a.owner_id from account a where a.id = any (accounts_of_freeze(f.id)) order by a.owner_id);
  return next;
end $$;

-- status: done, duplicate, mismatch (decided otherwise), unknown
create function lift_freeze(about text) returns text language plpgsql as $$
declare
  f earning_freeze;
begin
  select x.* into f from earning_freeze x where x.reference = about for update;
  if not found then return 'unknown'; end if;
  if f.state <> 'open' then return case f.state when 'lifted' then 'duplicate' else 'mismatch' end; end if;
  update earning_freeze x set state = 'lifted', decided_at = now() where x.id = f.id;
  return 'done';
end $$;

-- Takes one locked account's share of a freeze's lots; what the account hasn't free becomes a debt. Returns the points.
create function take_back_of(earnings bigint, debt bigint, of_freeze bigint, about text) returns bigint language plpgsql as $$
declare
  total bigint;
  from_earnings bigint;
begin
  with posted as (
    insert into clawback_part (freeze_id, payment_id, lot_id, points)
      select of_freeze, p.payment_id, p.lot_id, p.earned - p.taken
      from earning_parts(earnings) p join earning_freeze_lot x on x.lot_id = p.lot_id and x.freeze_id = of_freeze
      where p.earned > p.taken
      returning points
  )
  select coalesce(sum(p.points), 0) into total from posted p;
  select least(total, a.balance - a.held) into from_earnings from account a where a.id = earnings;
  if from_earnings > 0 then
    update account a set balance = a.balance - from_earnings where a.id = earnings;
    perform post_transfer('clawback:' || about || ':' || earnings, 'clawback', earnings, house_account(), from_earnings, 0,
      'chargeback', about);
  end if;
  if total > from_earnings then
    update account a set balance = a.balance - (total - from_earnings) where a.id = debt;
    perform post_transfer('clawback:' || about || ':' || debt, 'clawback', debt, house_account(), total - from_earnings, 0,
      'chargeback', about);
  end if;
  return total;
end $$;

-- The dispute is lost: the broadcasters' share of it goes to the house. status: done, duplicate, mismatch, unknown
create function take_back_earnings(about text) returns table (status text, points bigint) language plpgsql as $$
declare
  f earning_freeze;
  touched bigint[];
  debts bigint[];
begin
  points := 0;
  select x.* into f from earning_freeze x where x.reference = about;
  if not found then
    status := 'unknown';
    return next;
    return;
  end if;
  touched := accounts_of_freeze(f.id);
  debts := array(
    select account_of('debt', a.owner_id)
    from unnest(touched) with ordinality t (id, n) join account a on a.id = t.id order by t.n);
  perform lock_accounts(touched || debts);
  select x.* into f from earning_freeze x where x.reference = about for update;
  if f.state <> 'open' then
    status := case f.state when 'takenBack' then 'duplicate' else 'mismatch' end;
    select coalesce(sum(c.points), 0) into points from clawback_part c where c.freeze_id = f.id;
    return next;
    return;
  end if;
  for i in 1 .. cardinality(touched) loop
    points := points + take_back_of(touched[i], debts[i], f.id, about);
  end loop;
  update earning_freeze x set state = 'takenBack', decided_at = now() where x.id = f.id;
  status := 'done';
  return next;
end $$;
