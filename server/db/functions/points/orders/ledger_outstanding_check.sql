create or replace view ledger_outstanding_check as
with paid_order as (
  select o.id, o.state, o.captured_yen, o.refunded_yen, o.refund_reversed_yen, r.reported_yen, r.own_done_yen,
    r.own_asked_yen, o.refunded_outside_yen as outside_yen, p.issued, p.own_refunds
  from purchase_order o
  join order_refunds r on r.order_id = o.id
  join order_points p on p.order_id = o.id
  where o.captured_yen > 0
)
select 'points outstanding are not those the money stands for' as problem, 'order ' || s.id as subject
  from paid_order s where outstanding_of_order(s.id) <> case
    when s.state = 'chargedBack' then 0
    when s.outside_yen > 0 and s.refunded_yen + s.own_asked_yen >= s.captured_yen then 0
    else greatest(0, s.issued - s.own_refunds - s.outside_yen) end
union all
select 'the service has paid back more than was counted', 'order ' || s.id
  from paid_order s
  where least(s.captured_yen, s.reported_yen - s.refund_reversed_yen) > s.refunded_yen + s.own_asked_yen
union all
select 'refunded yen are not the service''s refunds and ours', 'order ' || s.id
  from paid_order s where s.refunded_yen <> least(s.captured_yen, s.own_done_yen + s.outside_yen);
