-- Every way a point moves. Each command has a key: the same key with the same parameters answers the first
-- result again ('duplicate'), with others it is refused ('mismatch').
--
-- Lock order: meter, then accounts by (kind, id), then what belongs to an account. A wallet's lots and holds are
-- only touched under its account's lock, so they need none of their own. Two payments in opposite directions
-- deadlock without this order.

-- ---------------------------------------------------------------- accounts

create function account_of(wanted account_kind, owner text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  select a.id into found_id from account a where a.kind = wanted and a.owner_id = owner;
  if found_id is null then
    insert into account (kind, owner_id) values (wanted, owner) on conflict do nothing;
    select a.id into found_id from account a where a.kind = wanted and a.owner_id = owner;
  end if;
  return found_id;
end $$;

-- Issuer and house are never locked: their balance is not kept.
create function lock_accounts(ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from account a
    where a.id = any (ids) and a.owner_id is not null
    order by a.kind, a.id
    for no key update;
end $$;

-- One transfer with its entries. The payer's balance is the caller's to change: it guards it.
create function post_transfer(
  key text, of_kind transfer_kind, payer bigint, payee bigint, points bigint, house_part bigint,
  why text, about text, from_hold bigint default null
) returns bigint language plpgsql as $$
declare
  posted bigint;
begin
  insert into transfer (idem, kind, debit, credit, amount, fee, purpose, reference, hold_id)
    values (key, of_kind, payer, payee, points, house_part, why, about, from_hold)
    returning id into posted;
  insert into entry (account_id, transfer_id, amount)
    select e.account_id, posted, e.amount
    from (values (payer, -points), (payee, points - house_part), (house_account(), house_part)) e (account_id, amount)
    where e.amount <> 0;
  -- Last, as this is the row other payers wait for.
  update account set balance = balance + points - house_part where id = payee and owner_id is not null;
  return posted;
end $$;

-- ---------------------------------------------------------------- lots

-- What a wallet's lots have beyond their expiry. Open holds cover the lots that would be spent first, and what
-- they cover stays until it is captured or released (product.md 6: points under a hold expire at its release).
create function overdue_lots(wallet bigint) returns table (lot_id bigint, points bigint) language sql stable as $$
  select l.id, least(l.remaining, l.up_to - a.held)::bigint
  from account a
  cross join lateral (
    select o.id, o.remaining, o.expires_at,
      sum(o.remaining) over (order by o.kind, o.expires_at, o.id) as up_to
    from lot o where o.account_id = a.id and not o.closed
  ) l
  where a.id = wallet and a.next_expiry_at <= now() and l.expires_at <= now() and l.up_to > a.held
$$;

-- Posts what is due of a locked wallet; returns the points that expired.
create function expire_wallet(wallet bigint) returns bigint language plpgsql as $$
declare
  due bigint;
  posted bigint;
begin
  perform 1 from account a where a.id = wallet and a.next_expiry_at <= now();
  if not found then return 0; end if;
  select coalesce(sum(o.points), 0) into due from overdue_lots(wallet) o;
  if due > 0 then
    -- The lock and the lots themselves keep this from happening twice; the key only has to be new.
    posted := post_transfer('expiry:' || gen_random_uuid(), 'expiry', wallet, issuer_account(), due, 0, 'expiry', null);
    insert into lot_use (transfer_id, lot_id, amount) select posted, o.lot_id, o.points from overdue_lots(wallet) o;
    update lot l set remaining = l.remaining - u.amount from lot_use u where u.transfer_id = posted and l.id = u.lot_id;
  end if;
  update account a set
    balance = a.balance - due,
    next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = wallet and not l.closed)
    where a.id = wallet;
  return due;
end $$;

-- What a locked wallet may spend now; 0 without a wallet.
create function available_of(wallet bigint) returns bigint language plpgsql as $$
begin
  perform expire_wallet(wallet);
  return coalesce((select a.balance - a.held from account a where a.id = wallet), 0);
end $$;

-- Free lots first, then the lot that expires first. A capture takes overdue lots too: the only ones left are those
-- its hold has kept (expire_wallet runs before).
create function take_lots(wallet bigint, posted bigint, points bigint, overdue_too boolean)
returns void language plpgsql as $$
declare
  missing bigint := points;
  part bigint;
  l record;
begin
  for l in
    select o.id, o.remaining from lot o
    where o.account_id = wallet and not o.closed and (overdue_too or o.expires_at > now())
    order by o.kind, o.expires_at, o.id
  loop
    part := least(l.remaining, missing);
    update lot set remaining = remaining - part where id = l.id;
    insert into lot_use (transfer_id, lot_id, amount) values (posted, l.id, part);
    missing := missing - part;
    exit when missing = 0;
  end loop;
  if missing > 0 then
    raise exception 'the lots of account % are % short of its balance', wallet, missing using errcode = 'data_corrupted';
  end if;
end $$;

-- Newest use first, each into the lot it came from, with that lot's own expiry.
create function return_lots(original bigint, posted bigint, points bigint) returns void language plpgsql as $$
declare
  missing bigint := points;
  part bigint;
  u record;
begin
  for u in
    select x.lot_id, x.amount - x.refunded as usable
    from lot_use x join lot l on l.id = x.lot_id
    where x.transfer_id = original and x.refunded < x.amount
    order by l.kind desc, l.expires_at desc, l.id desc
  loop
    part := least(u.usable, missing);
    update lot_use set refunded = refunded + part where transfer_id = original and lot_id = u.lot_id;
    update lot set remaining = remaining + part where id = u.lot_id;
    insert into lot_return (transfer_id, lot_id, amount) values (posted, u.lot_id, part);
    missing := missing - part;
    exit when missing = 0;
  end loop;
  if missing > 0 then
    raise exception 'the lots of transfer % are % short', original, missing using errcode = 'data_corrupted';
  end if;
end $$;

-- ---------------------------------------------------------------- grant and expiry

-- status: done, duplicate, mismatch
create function grant_points(
  key text, owner text, points bigint, of_kind lot_kind, valid_for interval, why text, about text
) returns table (status text, transfer_id bigint, available bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  first transfer;
begin
  perform lock_accounts(array[wallet]);
  select t.* into first from transfer t where t.idem = key;
  if found then
    status := case when (first.kind, first.credit, first.amount, first.purpose) = ('grant', wallet, points, why)
      and first.reference is not distinct from about
      and exists (select 1 from lot l where l.grant_transfer_id = first.id and l.kind = of_kind)
      then 'duplicate' else 'mismatch' end;
    transfer_id := first.id;
  else
    status := 'done';
    transfer_id := post_transfer(key, 'grant', issuer_account(), wallet, points, 0, why, about);
    insert into lot (account_id, grant_transfer_id, kind, granted, remaining, expires_at)
      values (wallet, transfer_id, of_kind, points, points, now() + valid_for);
    update account a set next_expiry_at = least(a.next_expiry_at, now() + valid_for) where a.id = wallet;
  end if;
  available := available_of(wallet);
  return next;
end $$;

-- Posts due expiries of up to max_accounts wallets after a given account id, in the order of their ids: a caller
-- walks on from last_id, so a wallet whose overdue points are all under a hold isn't met again and again.
create function expire_lots(after_id bigint, max_accounts int)
returns table (last_id bigint, accounts int, points bigint) language plpgsql as $$
declare
  wallet bigint;
begin
  last_id := after_id; accounts := 0; points := 0;
  for wallet in
    select a.id from account a where a.next_expiry_at <= now() and a.id > after_id
    order by a.id limit max_accounts for no key update
  loop
    points := points + expire_wallet(wallet);
    accounts := accounts + 1;
    last_id := wallet;
  end loop;
  return next;
end $$;

-- ---------------------------------------------------------------- one-off payments

-- One payment between locked accounts. status: done, duplicate, mismatch, insufficient.
create function spend_locked(
  key text, wallet bigint, payee bigint, points bigint, house_part bigint, why text, about text
) returns table (status text, transfer_id bigint, available bigint) language plpgsql as $$
declare
  first transfer;
begin
  select t.* into first from transfer t where t.idem = key;
  if found then
    status := case when (first.kind, first.debit, first.credit, first.amount, first.fee, first.purpose)
        = ('spend', wallet, payee, points, house_part, why)
      and first.reference is not distinct from about
      then 'duplicate' else 'mismatch' end;
    transfer_id := first.id;
    available := available_of(wallet);
    return next;
    return;
  end if;
  update account a set balance = a.balance - points
    where a.id = wallet and a.balance - a.held >= points and (a.next_expiry_at > now()) is not false
    returning a.balance - a.held into available;
  if not found then
    -- Rare: something is overdue, or there isn't enough.
    perform expire_wallet(wallet);
    update account a set balance = a.balance - points
      where a.id = wallet and a.balance - a.held >= points
      returning a.balance - a.held into available;
  end if;
  if not found then
    status := 'insufficient';
    available := available_of(wallet);
    return next;
    return;
  end if;
  transfer_id := post_transfer(key, 'spend', wallet, payee, points, house_part, why, about);
  perform take_lots(wallet, transfer_id, points, false);
  status := 'done';
  return next;
end $$;

-- Many payments in one transaction, one result a payment, in order. A payee of null is the house.
create function spend_many(
  keys text[], payers text[], payees text[], amounts bigint[], house_parts bigint[], whys text[], abouts text[]
) returns table (status text, transfer_id bigint, available bigint) language plpgsql as $$
declare
  wallets bigint[];
  credits bigint[];
begin
  insert into account (kind, owner_id)
    select distinct 'earnings'::account_kind, p.payee from unnest(payees) p (payee)
    where p.payee is not null
      and not exists (select 1 from account a where a.kind = 'earnings' and a.owner_id = p.payee)
    order by p.payee
    on conflict do nothing;
  select array_agg(w.id order by r.n), array_agg(coalesce(e.id, house_account()) order by r.n)
    into wallets, credits
    from unnest(payers, payees) with ordinality r (payer, payee, n)
    left join account w on w.kind = 'wallet' and w.owner_id = r.payer
    left join account e on e.kind = 'earnings' and e.owner_id = r.payee;
  perform lock_accounts(wallets || credits);
  for i in 1 .. cardinality(keys) loop
    return query select * from spend_locked(
      keys[i], wallets[i], credits[i], amounts[i],
      -- What goes to the house anyway has no part of its own for the house.
      case when credits[i] = house_account() then 0 else house_parts[i] end,
      whys[i], abouts[i]);
  end loop;
end $$;
