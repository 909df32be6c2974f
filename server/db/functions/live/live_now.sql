-- Who is live, and since when: rooms whose broadcaster's media has arrived. What a ring for the live call needs is
-- here for the calls.
create or replace view live_now as
select r.broadcaster_id as member_id, r.began_at as since, r.id as room_id, r.call_points_per_min, r.node_id
from live_room r
where r.ended_at is null and r.began_at is not null;
