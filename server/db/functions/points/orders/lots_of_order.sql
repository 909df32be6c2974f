create or replace function lots_of_order(of_order text) returns table (lot_id bigint) language sql stable as $$
  select l.id from transfer t join lot l on l.grant_transfer_id = t.id
  where t.reference = of_order and t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase')
$$;
