-- What a member has done, for the missions: in all, and since an instant. Counts stop at 100. Who watches a live room
-- doesn't talk: a visit is no call here.
create or replace function mission_facts(member text, since timestamptz)
returns table (event text, ever int, lately int) language sql stable as $$
  select 'profile', count(*)::int, 0 from (
    select from caller_profile c where c.member_id = member and c.bio <> ''
    union all
    select from broadcaster b where b.member_id = member and b.bio <> '') written
  union all
  select 'favourite', count(*)::int, 0 from (select from bookmark b where b.member_id = member limit 100) favourites
  union all
  select 'chat', count(*)::int, count(*) filter (where sent.sent_at >= since)::int from (
    select c.sent_at from chat_message c
    where c.sender_id = member and c.kind in ('text', 'sticker', 'image', 'unsent')
    order by c.sent_at desc limit 100) sent
  union all
  select 'call', count(*)::int, count(*) filter (where talked.connected_at >= since)::int from (
    select c.connected_at from call c
    where c.caller_id = member and c.phase = 'ended' and c.connected_ms >= 60000 and c.origin <> 'sideWatch'
    order by c.requested_at desc limit 100) talked
  union all
  select 'phone', count(*)::int, 0 from member_phone p where p.member_id = member
  union all
  select 'push', count(*)::int, 0 from (select from live_push_address a where a.member_id = member limit 1) reached
  union all
  select 'board', count(*)::int, count(*) filter (where written.posted_at >= since)::int from (
    select p.posted_at from board_post p where p.author_id = member order by p.posted_at desc limit 100) written
$$;
