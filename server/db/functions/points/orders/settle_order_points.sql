-- Takes or returns points until the order has `target` points outstanding, which follows from its money
-- (domain/points/purchase/order-outstanding.ts); a repeat changes nothing. The order's row is locked before.
-- moved: taken from the buyer, or returned when negative; owed: how much of it became a debt.
create or replace function settle_order_points(of_order text, owner text, target bigint, valid_for interval)
returns table (moved bigint, owed bigint) language plpgsql as $$
begin
  moved := outstanding_of_order(of_order) - target;
  owed := 0;
  if moved > 0 then
    select c.owed into owed from charge_back(of_order, owner, moved) c;
  elsif moved < 0 then
    perform return_charged(of_order, owner, -moved, valid_for);
  end if;
  return next;
end $$;
