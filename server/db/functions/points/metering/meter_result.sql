-- What a call has cost so far. No row without a meter.
create or replace function meter_result(call text)
returns table (
  charged_ms bigint, connected_ms bigint, charged_increments int, points bigint,
  free_points bigint, paid_points bigint, earned_points bigint
) language sql stable as $$
  select m.charged_ms, m.connected_ms, m.captured_increments, m.captured_points,
    coalesce(used.free, 0)::bigint, coalesce(used.paid, 0)::bigint,
    earned_share(m.captured_points, m.share_percent)
  from meter m
  cross join lateral (
    select sum(u.amount) filter (where l.kind = 'free') as free, sum(u.amount) filter (where l.kind = 'paid') as paid
    from meter_charge c join lot_use u on u.transfer_id = c.transfer_id join lot l on l.id = u.lot_id
    where c.call_id = m.call_id
  ) used
  where m.call_id = call
$$;
