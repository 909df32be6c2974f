-- Points of orders: granted, taken back, given back. Keys and locks as in 0003_points_ledger.sql; the order's row is
-- locked before, by whoever calls, and its state keeps a thing from happening twice. Purposes: purchase (the paid
-- lot), purchaseBonus, firstPurchase, debt, orderRefund, chargeback, disputeWon.

create index transfer_of_order on transfer (reference)
  where purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt', 'orderRefund', 'chargeback', 'disputeWon');

create function lots_of_order(of_order text) returns table (lot_id bigint) language sql stable as $$
  select l.id from transfer t join lot l on l.grant_transfer_id = t.id
  where t.reference = of_order and t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase')
$$;

-- Takes points of one lot out of a locked wallet. The caller has seen that they are there and not held.
create function take_from_lot(
  key text, of_kind transfer_kind, wallet bigint, payee bigint, from_lot bigint, points bigint, why text, about text
) returns bigint language plpgsql as $$
declare
  posted bigint;
begin
  posted := post_transfer(key, of_kind, wallet, payee, points, 0, why, about);
  update lot set remaining = remaining - points where id = from_lot;
  insert into lot_use (transfer_id, lot_id, amount) values (posted, from_lot, points);
  update account a set
    balance = a.balance - points,
    next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
    where a.id = wallet;
  return posted;
end $$;

-- What a member owes as a buyer; what a broadcaster owes from returns stands in the same account.
create function buyer_debt(debt bigint) returns bigint language sql stable as $$
  select coalesce(-sum(e.amount), 0)::bigint from entry e join transfer t on t.id = e.transfer_id
  where e.account_id = debt and t.kind::text in ('chargeback', 'repayment', 'relief')
$$;

-- The points of a captured order: the paid lot, its free lot, and the first purchase's bonus once a member. A debt is
-- paid from the new paid lot. A repeat changes nothing.
create function grant_purchase(
  of_order text, owner text, paid_points bigint, free_points bigint, bonus_points bigint, valid_for interval
) returns table (bonus_given bigint, repaid bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  outcome text;
  paid_lot bigint;
begin
  perform lock_accounts(array[wallet, debt]);
  bonus_given := 0; repaid := 0;
  select g.status into outcome from grant_points(
    'order:' || of_order || ':paid', owner, paid_points, 'paid', valid_for, 'purchase', of_order) g;
  if outcome = 'mismatch' then raise exception 'order % was granted with another amount', of_order; end if;
  if outcome = 'duplicate' then return next; return; end if;
  if free_points > 0 then
    perform grant_points('order:' || of_order || ':free', owner, free_points, 'free', valid_for, 'purchaseBonus', of_order);
  end if;
  if bonus_points > 0 then
    -- One key a member: for a second order it is there already, with the first one's reference.
    select g.status into outcome from grant_points(
      'firstPurchase:' || owner, owner, bonus_points, 'free', valid_for, 'firstPurchase', of_order) g;
    if outcome = 'done' then bonus_given := bonus_points; end if;
  end if;
  repaid := least(buyer_debt(debt), paid_points);
  if repaid > 0 then
    select l.id into paid_lot from lot l join transfer t on t.id = l.grant_transfer_id
      where t.idem = 'order:' || of_order || ':paid';
    perform take_from_lot('order:' || of_order || ':debt', 'repayment', wallet, debt, paid_lot, repaid, 'debt', of_order);
  end if;
  return next;
end $$;

-- What is left of an order's own lots goes, before its yen are paid back. Held points stay.
create function void_order(of_order text, owner text)
returns table (paid_points bigint, free_points bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  usable bigint;
  part bigint;
  l record;
begin
  perform lock_accounts(array[wallet]);
  paid_points := 0; free_points := 0;
  usable := available_of(wallet);
  for l in
    select o.id, o.remaining, o.kind from lot o
    where o.id in (select x.lot_id from lots_of_order(of_order) x) and not o.closed and o.expires_at > now()
    order by o.kind desc, o.id
  loop
    part := least(l.remaining, usable);
    continue when part <= 0;
    perform take_from_lot(
      'void:' || gen_random_uuid(), 'void', wallet, issuer_account(), l.id, part, 'orderRefund', of_order);
    usable := usable - part;
    if l.kind = 'paid' then paid_points := paid_points + part; else free_points := free_points + part; end if;
  end loop;
  return next;
end $$;

-- What an order has issued and nobody has taken back yet.
create function outstanding_of_order(of_order text) returns bigint language sql stable as $$
  select coalesce(sum(case
    when t.kind = 'grant' then t.amount
    when t.kind::text in ('void', 'chargeback') then -t.amount
    when t.kind::text in ('refund', 'relief') then t.amount
    else 0 end), 0)::bigint
  from transfer t
  where t.reference = of_order
    and t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt', 'orderRefund', 'chargeback', 'disputeWon')
$$;

-- Takes points back that a payment no longer stands for: first from its own lots, then from the wallet's others, and
-- what isn't there becomes a debt. Held points stay; they are a running call's. most null: all of the order's points.
create function charge_back(of_order text, owner text, most bigint)
returns table (taken bigint, owed bigint) language plpgsql as $$
declare
  points bigint;
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  usable bigint;
  part bigint;
  l record;
begin
  perform lock_accounts(array[wallet, debt]);
  points := outstanding_of_order(of_order);
  points := least(points, most);
  usable := available_of(wallet);
  taken := 0;
  for l in
    select o.id, o.remaining from lot o
    where o.account_id = wallet and not o.closed and o.expires_at > now()
    order by o.id in (select x.lot_id from lots_of_order(of_order) x) desc, o.kind, o.expires_at, o.id
  loop
    part := least(l.remaining, usable - taken, points - taken);
    exit when part <= 0;
    perform take_from_lot(
      'void:' || gen_random_uuid(), 'void', wallet, issuer_account(), l.id, part, 'chargeback', of_order);
    taken := taken + part;
  end loop;
  owed := points - taken;
  if owed > 0 then
    perform post_transfer('chargeback:' || gen_random_uuid(), 'chargeback', debt, issuer_account(), owed, 0, 'chargeback', of_order);
    update account set balance = balance - owed where id = debt;
  end if;
  return next;
end $$;

-- Undoes what was taken for a reason (orderRefund: the service refused to pay back; chargeback: the dispute was won):
-- into the lots it came from, and off the debt. Of a debt that was paid meanwhile the points come back as a new lot.
-- Each transfer is undone once; returns the points.
create function give_back(of_order text, owner text, taken_for text, valid_for interval)
returns bigint language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  given bigint := 0;
  posted bigint;
  relieved bigint;
  t record;
begin
  perform lock_accounts(array[wallet, debt]);
  for t in
    select x.id, x.kind, x.amount from transfer x
    where x.reference = of_order and x.purpose = taken_for and x.kind in ('void', 'chargeback')
      and not exists (select 1 from transfer r where r.reverses_id = x.id)
      and not exists (select 1 from transfer r where r.idem in ('relief:' || x.id, 'grant:relief:' || x.id))
    order by x.id
  loop
    if t.kind = 'void' then
      insert into transfer (idem, kind, debit, credit, amount, purpose, reference, reverses_id)
        values ('giveBack:' || t.id, 'refund', issuer_account(), wallet, t.amount, 'disputeWon', of_order, t.id)
        returning id into posted;
      insert into entry (account_id, transfer_id, amount)
        values (issuer_account(), posted, -t.amount), (wallet, posted, t.amount);
      perform return_lots(t.id, posted, t.amount);
      update account a set
        balance = a.balance + t.amount,
        next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
        where a.id = wallet;
    else
      relieved := least(t.amount, buyer_debt(debt));
      if relieved > 0 then
        perform post_transfer('relief:' || t.id, 'relief', issuer_account(), debt, relieved, 0, 'disputeWon', of_order);
      end if;
      if relieved < t.amount then
        perform grant_points('grant:relief:' || t.id, owner, t.amount - relieved, 'paid', valid_for, 'disputeWon', of_order);
      end if;
    end if;
    given := given + t.amount;
  end loop;
  -- A lot past its expiry takes the points back only to let them expire.
  perform expire_wallet(wallet);
  return given;
end $$;
