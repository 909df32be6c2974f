-- What a request would be made of, all from one snapshot: its parts side by side, and their sum. It is read
-- before the account is locked: it takes longer the more the broadcaster ever earned, and payments to them
-- mustn't wait for it.
create or replace function payout_due(earnings bigint)
returns table (payments bigint[], lots bigint[], amounts bigint[], total bigint) language sql stable as $$
  select coalesce(array_agg(s.payment_id order by s.payment_id, s.lot_id), '{}'),
    coalesce(array_agg(s.lot_id order by s.payment_id, s.lot_id), '{}'),
    coalesce(array_agg(s.payable - s.owed order by s.payment_id, s.lot_id), '{}'),
    coalesce(sum(s.payable - s.owed), 0)::bigint
  from earning_states(earnings) s where s.payable <> s.owed
$$;
