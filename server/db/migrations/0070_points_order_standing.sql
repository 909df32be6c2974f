-- What an order may have outstanding follows from what became of its money (domain/points/order-outstanding.ts). After
-- each piece of news and each decision the difference is moved; the check at the end says the rule once more.

-- What the service paid back without us, less what it took back of that; refunded_yen is this and our own refunds.
alter table purchase_order add column refunded_outside_yen int not null default 0 check (refunded_outside_yen >= 0);
-- What it took back, so far.
alter table purchase_order add column refund_reversed_yen int not null default 0 check (refund_reversed_yen >= 0);
update purchase_order o set refunded_outside_yen = greatest(0, o.refunded_yen - coalesce(
  (select sum(r.amount_yen) from order_refund r where r.order_id = o.id and r.state = 'done'), 0))
  where o.refunded_yen > 0;
create index payment_news_refunds on payment_news (gateway, payment_id) where kind = 'refunded';

-- What an order has issued, and what of it went with refunds of our own, less what came back with those refused.
create view order_points as
select t.reference as order_id,
  coalesce(sum(t.amount) filter (where t.kind = 'grant' and t.purpose <> 'disputeWon'), 0)::bigint as issued,
  coalesce(sum(t.amount - coalesce(r.amount, 0)) filter (where t.kind = 'void' and t.purpose = 'orderRefund'), 0)::bigint
    as own_refunds
from transfer t
left join lateral (
  select sum(x.amount) as amount from transfer x where t.kind = 'void' and x.reverses_id = t.id
) r on true
where t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt', 'orderRefund', 'chargeback', 'disputeWon')
group by t.reference;

-- What the service has paid back of orders, and we ourselves: done, and asked for without an answer.
create view order_refunds as
select o.id as order_id,
  coalesce((select sum(n.amount_yen) from payment_news n
    where n.gateway = o.gateway and n.payment_id = o.payment_id and n.kind = 'refunded'), 0)::bigint as told_yen,
  coalesce((select sum(r.amount_yen) from order_refund r where r.order_id = o.id and r.state = 'done'), 0)::bigint
    as own_done_yen,
  coalesce((select sum(r.amount_yen) from order_refund r where r.order_id = o.id and r.state = 'asked'), 0)::bigint
    as own_asked_yen
from purchase_order o;

-- Takes points back that a payment no longer stands for: first from its own lots, then from the wallet's others, paid
-- ones first, as yen went back, and what isn't there becomes a debt. Held points stay; they are a running call's. most
-- null: all of the order's points.
create or replace function charge_back(of_order text, owner text, most bigint)
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
    order by o.id in (select x.lot_id from lots_of_order(of_order) x) desc, o.kind desc, o.expires_at, o.id
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

-- Gives back points that charge_back took of an order: its debt first, as nobody can spend that; then into the lots
-- they came from, the last taken first. Of a debt that was paid meanwhile the points come back as a new lot.
create function return_charged(of_order text, owner text, points bigint, valid_for interval)
returns void language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  missing bigint := points;
  part bigint;
  relieved bigint;
  posted bigint;
  t record;
begin
  perform lock_accounts(array[wallet, debt]);
  select greatest(0, coalesce(sum(case when x.kind = 'chargeback' then x.amount else -x.amount end), 0)) into part
    from transfer x where x.reference = of_order
      and ((x.kind = 'chargeback' and x.purpose = 'chargeback')
        or (x.kind in ('relief', 'grant') and x.purpose = 'disputeWon'));
  part := least(part, missing);
  relieved := least(part, buyer_debt(debt));
  if relieved > 0 then
    perform post_transfer('relief:' || gen_random_uuid(), 'relief', issuer_account(), debt, relieved, 0, 'disputeWon', of_order);
  end if;
  if part > relieved then
    perform grant_points('grant:relief:' || gen_random_uuid(), owner, part - relieved, 'paid', valid_for, 'disputeWon', of_order);
  end if;
  missing := missing - part;
  for t in
    select v.id, v.amount - coalesce(sum(r.amount), 0) as amount
    from transfer v left join transfer r on r.reverses_id = v.id
    where v.reference = of_order and v.purpose = 'chargeback' and v.kind = 'void'
    group by v.id, v.amount having v.amount > coalesce(sum(r.amount), 0) order by v.id desc
  loop
    part := least(t.amount, missing);
    exit when part <= 0;
    insert into transfer (idem, kind, debit, credit, amount, purpose, reference, reverses_id)
      values ('giveBack:' || gen_random_uuid(), 'refund', issuer_account(), wallet, part, 'disputeWon', of_order, t.id)
      returning id into posted;
    insert into entry (account_id, transfer_id, amount)
      values (issuer_account(), posted, -part), (wallet, posted, part);
    perform return_lots(t.id, posted, part);
    update account a set
      balance = a.balance + part,
      next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
      where a.id = wallet;
    missing := missing - part;
  end loop;
  -- A lot past its expiry takes the points back only to let them expire.
  perform expire_wallet(wallet);
end $$;

drop function give_back_disputed(text, text, interval);

-- Takes or gives back until an order has as many points outstanding as told; again it changes nothing. The order's row
-- is locked before. moved: taken from the buyer, less than 0: given back; owed: what of it became a debt.
create function settle_order_points(of_order text, owner text, standing bigint, valid_for interval)
returns table (moved bigint, owed bigint) language plpgsql as $$
begin
  moved := outstanding_of_order(of_order) - standing;
  owed := 0;
  if moved > 0 then
    select c.owed into owed from charge_back(of_order, owner, moved) c;
  elsif moved < 0 then
    perform return_charged(of_order, owner, -moved, valid_for);
  end if;
  return next;
end $$;

alter view ledger_check rename to ledger_earned_check;

create view ledger_standing_check as
with standing as (
  select o.id, o.state, o.captured_yen, o.refunded_yen, o.refund_reversed_yen, r.told_yen, r.own_done_yen,
    r.own_asked_yen, o.refunded_outside_yen as outside_yen, p.issued, p.own_refunds
  from purchase_order o
  join order_refunds r on r.order_id = o.id
  join order_points p on p.order_id = o.id
  where o.captured_yen > 0
)
select 'points outstanding are not those the money stands for' as problem, 'order ' || s.id as subject
  from standing s where outstanding_of_order(s.id) <> case
    when s.state = 'chargedBack' then 0
    when s.outside_yen > 0 and s.refunded_yen + s.own_asked_yen >= s.captured_yen then 0
    else greatest(0, s.issued - s.own_refunds - s.outside_yen) end
union all
select 'the service has paid back more than was counted', 'order ' || s.id
  from standing s
  where least(s.captured_yen, s.told_yen - s.refund_reversed_yen) > s.refunded_yen + s.own_asked_yen
union all
select 'refunded yen are not the service''s refunds and ours', 'order ' || s.id
  from standing s where s.refunded_yen <> least(s.captured_yen, s.own_done_yen + s.outside_yen);

create view ledger_check as
select problem, subject from ledger_earned_check
union all
select problem, subject from ledger_standing_check;
