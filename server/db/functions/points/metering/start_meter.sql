-- Starts an open meter. False when the meter isn't open.
create or replace function start_meter(call text) returns boolean language plpgsql as $$
begin
  update meter m set started_at = now(), next_due_at = next_due(m.funded_increments, m.charged_ms)
    where m.call_id = call and m.state = 'open' and m.started_at is null;
  return exists (select 1 from meter m where m.call_id = call and m.state = 'open');
end $$;
