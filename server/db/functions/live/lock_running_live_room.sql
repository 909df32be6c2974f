-- Keeps a live room from ending, and from going to another node, until the transaction ends. is_running: false when it has
-- ended, or is none. media_node: the node that has its media.
create or replace function lock_running_live_room(room uuid, out is_running boolean, out media_node uuid)
language plpgsql as $$
begin
  select r.node_id into media_node from live_room r where r.id = room and r.ended_at is null for share;
  is_running := found;
end $$;
