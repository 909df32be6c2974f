-- Paid points that a member spent in calls in a period, less what was returned of them since.
create or replace function paid_points_in_calls(member text, since timestamptz, until timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(u.amount - u.refunded), 0)::bigint
  from account a
  join entry e on e.account_id = a.id
  join transfer t on t.id = e.transfer_id and t.kind = 'capture' and t.purpose in ('call', 'sideWatch', 'liveCall')
    and t.debit = a.id and t.created_at >= since and t.created_at < until
  join lot_use u on u.transfer_id = t.id
  join lot l on l.id = u.lot_id and l.kind = 'paid'
  where a.kind = 'wallet' and a.owner_id = member
$$;
