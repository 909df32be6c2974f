-- What the service has paid back of orders on its own, and our own refunds: done, and requested without an
-- answer.
create or replace view order_refunds as
select o.id as order_id,
  coalesce((select sum(n.amount_yen) from payment_event n
    where n.gateway = o.gateway and n.payment_id = o.payment_id and n.kind = 'refunded'), 0)::bigint as reported_yen,
  coalesce((select sum(r.amount_yen) from order_refund r where r.order_id = o.id and r.state = 'done'), 0)::bigint
    as own_done_yen,
  coalesce((select sum(r.amount_yen) from order_refund r where r.order_id = o.id and r.state = 'asked'), 0)::bigint
    as own_asked_yen
from purchase_order o;
