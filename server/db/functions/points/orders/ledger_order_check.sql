create or replace view ledger_order_check as
with issued as (
  select t.reference as order_id,
    coalesce(sum(t.amount) filter (where t.purpose = 'purchase'), 0) as paid,
    coalesce(sum(t.amount) filter (where t.purpose = 'purchaseBonus'), 0) as free
  from transfer t where t.kind = 'grant' and t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase') group by t.reference
), used_by_transfer as (
  select u.transfer_id, sum(u.amount) as amount from lot_use u group by u.transfer_id
)
select 'paid points issued are not the yen captured' as problem, 'order ' || o.id as subject
  from purchase_order o left join issued i on i.order_id = o.id
  where coalesce(i.paid, 0) <> case when o.state in ('granted', 'refunded', 'chargedBack') then o.captured_yen else 0 end
union all
select 'an order''s free points are not those promised', 'order ' || o.id
  from purchase_order o left join issued i on i.order_id = o.id
  where coalesce(i.free, 0) <> case when o.state in ('granted', 'refunded', 'chargedBack') and o.captured_yen >= o.price_yen
    then o.free_points else 0 end
union all
select 'points of no order', 'order ' || coalesce(i.order_id, '?')
  from issued i where not exists (select 1 from purchase_order o where o.id = i.order_id)
union all
select 'an open order nobody follows up', 'order ' || o.id
  from purchase_order o where o.state in ('paying', 'challenge')
    and (o.next_check_at is null or o.next_check_at < now() - interval '1 hour')
union all
select 'what left a wallet did not leave its lots', 'transfer ' || t.id
  from transfer t left join used_by_transfer u on u.transfer_id = t.id
  where t.kind in ('void', 'repayment') and t.amount <> coalesce(u.amount, 0)
union all
select 'payment event that nobody follows up', 'payment event ' || n.event_id
  from payment_event n where n.applied_at is null
    and case when n.next_try_at is null then n.noticed_at is null else n.next_try_at < now() - interval '1 hour' end;
