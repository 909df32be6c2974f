-- The payments to one account from a freeze's lots.
create or replace function payments_of_freeze(of_freeze bigint, earnings bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct t.id), '{}')
  from earning_freeze_lot x
  join lot l on l.id = x.lot_id
  join entry e on e.account_id = l.account_id
  join lot_use u on u.transfer_id = e.transfer_id and u.lot_id = l.id
  join transfer t on t.id = u.transfer_id and t.credit = earnings
  where x.freeze_id = of_freeze
$$;
