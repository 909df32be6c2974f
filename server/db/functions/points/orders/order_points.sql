-- What an order has issued, and what of it went with our own refunds, less what came back from refused ones.
create or replace view order_points as
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
