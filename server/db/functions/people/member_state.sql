-- 待機中 / 通話中 / 配信中 / オフライン, in one place for every area (product.md 2.2 and 3.18). 待機中 is also a broadcaster who
-- chose push standby and has an address that a push reaches.
create or replace view member_state as
select
  b.member_id,
  b.standby_since,
  case
    -- A room whose broadcaster's media hasn't arrived yet is busy and shows nothing.
    when l.member_id is not null then 'live'
    when s.member_id is not null then 'inCall'
    when b.standby_since is not null and (
      b.answers_automatically
      or exists (select from presence p where p.member_id = b.member_id and p.here_until > now())
      or (b.push_standby and exists (select from live_push_address a where a.member_id = b.member_id))
    ) then 'standby'
    else 'offline'
  end as state
from broadcaster b
left join call_seat s on s.member_id = b.member_id
left join live_now l on l.member_id = b.member_id and l.room_id = s.live_room_id;
