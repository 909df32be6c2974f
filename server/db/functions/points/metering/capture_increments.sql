-- Captures increments of a locked meter up to, not including, `upto`. Returns the meter as it is then.
create or replace function capture_increments(m meter, upto int) returns meter language plpgsql as $$
declare
  before bigint := m.captured_points;
  points bigint := points_of_increments(m, m.captured_increments, upto);
  posted bigint;
begin
  if points <= 0 then return m; end if;
  -- The key names the first increment, so none can be paid twice.
  posted := capture_locked(
    'call:' || m.call_id || ':' || m.captured_increments, m.hold_id, m.payer_account_id, m.payee_account_id, points,
  -- The broadcaster earns the growth of the whole call's share, so rounding never adds up to a loss.
    points - (earned_share(before + points, m.share_percent) - earned_share(before, m.share_percent)),
    m.purpose, m.call_id);
  insert into meter_charge (call_id, first_increment, end_increment, transfer_id)
    values (m.call_id, m.captured_increments, upto, posted);
  update meter x set captured_increments = upto, captured_points = before + points where x.call_id = m.call_id;
  m.captured_increments := upto;
  m.captured_points := before + points;
  return m;
end $$;
