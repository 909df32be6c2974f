create or replace view ledger_refund_check as
with took as (
  select v.refund_id, sum(u.amount - u.refunded) as paid
  from order_refund_void v join lot_use u on u.transfer_id = v.transfer_id join lot l on l.id = u.lot_id
  where l.kind = 'paid' group by v.refund_id
)
select 'the yen of a refund are not the paid points it took' as problem, 'refund ' || r.id as subject
  from order_refund r left join took k on k.refund_id = r.id
  where coalesce(k.paid, 0) <> case when r.state in ('asked', 'done') then r.amount_yen else 0 end;
