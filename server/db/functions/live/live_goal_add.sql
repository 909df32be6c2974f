-- Counts what a member gave towards the goal that is in a room; nothing without an open goal. The room's row
-- is locked by live_post before. Returns the id of a goal that this reached, else null.
create or replace function live_goal_add(room uuid, giver text, price int, pieces int) returns uuid language plpgsql as $$
declare
  g live_goal;
begin
  update live_goal x set done = x.done + case x.unit when 'points' then price else pieces end
    where x.room_id = room and x.closed_at is null and x.reached_at is null returning x.* into g;
  if not found then return null; end if;
  insert into live_goal_part as p (goal_id, member_id, points) values (g.id, giver, price)
    on conflict (goal_id, member_id) do update set points = p.points + excluded.points;
  if g.done < g.target then return null; end if;
  update live_goal x set reached_at = clock_timestamp() where x.id = g.id;
  return g.id;
end $$;
