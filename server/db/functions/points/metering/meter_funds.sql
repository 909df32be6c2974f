-- A meter beside its payer's wallet: the heartbeat is computed from it (domain/points/meter.ts).
create or replace view meter_funds as
select m.call_id, m.rate_points_per_min, m.increment_points, m.captured_increments, m.captured_points, m.funded_increments,
  excess_points(m) as excess, coalesce(m.voice_points, m.increment_points) as voice_points,
  coalesce(m.video_points, m.increment_points) as video_points,
  m.charged_ms, m.state, a.owner_id as payer_id,
  a.balance - e.points as balance, a.held - e.points as held,
  -- Expired and not yet posted; the wallet no longer shows it.
  case when a.next_expiry_at <= now()
    then (select coalesce(sum(o.points), 0)::bigint from overdue_lots(a.id) o) else 0 end as overdue
from meter m
join account a on a.id = m.payer_account_id
cross join lateral (select case when a.held > 0 then escrowed_of(a.id) else 0 end as points) e;
