-- Returns the points of a refund that the service refused to pay back.
create or replace function give_back_refund(of_refund text, of_order text, owner text, valid_for interval)
returns bigint language sql as $$
  select give_back_takings(of_order, owner, array(
    select v.transfer_id from order_refund_void v where v.refund_id = of_refund), valid_for)
$$;
