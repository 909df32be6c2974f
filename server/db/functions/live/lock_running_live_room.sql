-- Keeps a live room from ending until the transaction ends. False when it has ended, or is none.
create or replace function lock_running_live_room(room uuid) returns boolean language plpgsql as $$
begin
  perform 1 from live_room r where r.id = room and r.ended_at is null for share;
  return found;
end $$;
