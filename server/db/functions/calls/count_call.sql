-- Counts an ended call of 60 s and more, as long as one that may be reviewed (product.md 3.23). Watching a live room
-- isn't talking.
create or replace function count_call() returns trigger language plpgsql as $$
declare
  calls_of_pair int;
begin
  insert into call_pair as pair (broadcaster_id, caller_id, calls) values (new.broadcaster_id, new.caller_id, 1)
  on conflict (broadcaster_id, caller_id) do update set calls = pair.calls + 1
  returning calls into calls_of_pair;
  insert into call_tally as tally (broadcaster_id, calls, callers, repeat_callers)
  values (new.broadcaster_id, 1, (calls_of_pair = 1)::int, (calls_of_pair = 2)::int)
  on conflict (broadcaster_id) do update set
    calls = tally.calls + 1,
    callers = tally.callers + (calls_of_pair = 1)::int,
    repeat_callers = tally.repeat_callers + (calls_of_pair = 2)::int;
  return null;
end $$;

create or replace trigger call_counted_at_end after update of phase on call
  for each row when (new.phase = 'ended' and old.phase <> 'ended' and new.origin <> 'sideWatch' and new.connected_ms >= 60000)
  execute function count_call();

create or replace trigger call_counted_at_once after insert on call
  for each row when (new.phase = 'ended' and new.connected_ms >= 60000)
  execute function count_call();
