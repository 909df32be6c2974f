-- The earnings accounts that were paid from a freeze's lots.
create or replace function accounts_of_freeze(of_freeze bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct a.id), '{}')
  from earning_freeze_lot x
  join lot l on l.id = x.lot_id
  join entry e on e.account_id = l.account_id
  join lot_use u on u.transfer_id = e.transfer_id and u.lot_id = l.id
  join transfer t on t.id = u.transfer_id
  join account a on a.id = t.credit and a.kind = 'earnings'
  where x.freeze_id = of_freeze
$$;
