-- Releases what a locked meter has funded beyond the visit's own limit, but for the increments that have begun; `more`
-- points are being paid. The payer's wallet is locked. Returns the meter as it is then.
create or replace function fit_meter_to_cap(m meter, more bigint) returns meter language plpgsql as $$
declare
  over bigint := m.captured_points + reserved_points(m) + paid_beside(m) + more - m.cap_points;
  begun int := increments_begun(m);
  fewer int;
  before bigint;
  freed bigint;
begin
  if over is null or over <= 0 then return m; end if;
  fewer := least(greatest(0, m.funded_increments - begun), ceil(over::numeric / m.increment_points))::int;
  if fewer = 0 then return m; end if;
  before := reserved_points(m);
  m.funded_increments := m.funded_increments - fewer;
  freed := before - reserved_points(m);
  update account a set held = a.held - freed where a.id = m.payer_account_id;
  update hold h set released = h.released + freed where h.id = m.hold_id;
  update meter x set funded_increments = m.funded_increments,
    next_due_at = case when x.started_at is not null
      then least(x.next_due_at, next_due(m.funded_increments, m.charged_ms)) end
    where x.call_id = m.call_id;
  return m;
end $$;
