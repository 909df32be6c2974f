-- What must always be true of the flow; every row is a defect.
create or replace view live_flow_check as
-- Numbers without gaps.
select 'a room misses entries' as what, r.id::text as subject from live_room r
  where r.next_seq - 1 <> (select count(*) from live_entry e where e.room_id = r.id)
union all
-- What costs points was paid, once.
select 'an entry is not paid as it says', e.id::text from live_entry e
  where e.points > 0 and e.kind in ('comment', 'present') and not exists (
    select from transfer t where t.kind = 'spend' and t.amount = e.points and t.reference = e.call_id::text
      and t.purpose = case e.kind when 'comment' then 'liveComment' else 'livePresent' end)
union all
select 'a menu order and its hold disagree', o.id::text from live_menu_order o join hold h on h.id = o.hold_id
  where (o.state = 'done' and h.captured <> o.points) or (o.state <> 'done' and h.captured <> 0)
    or (o.state in ('skipped', 'released') and h.released <> h.amount);
