-- Puts an entry into a room's flow, once: the room's row is locked, so the n-th entry has the number n. It is
-- locked after wallets and earnings, and nothing is locked after it.
-- status: posted, repeat, mismatch (another entry has this id), over (the room has ended),
-- barred (the author was put out), slow (slow mode)
create or replace function live_post(
  entry uuid, room uuid, what text, author text, visit uuid, said text, item text, item_title text, price int, pieces int,
  hides_name boolean, is_slowed boolean, out status text, out seq int
) language plpgsql as $$
declare
  r live_room;
  known live_entry;
  previous live_entry;
begin
  select x.* into r from live_room x where x.id = room for no key update;
  select e.* into known from live_entry e where e.id = entry;
  if found then
    seq := known.seq;
    status := case when (known.room_id, known.kind) = (room, what) and known.member_id is not distinct from author
      and known.item_id is not distinct from item and known.quantity = pieces
      and (known.text = said or known.removed_at is not null) then 'repeat' else 'mismatch' end;
    return;
  end if;
  if r.ended_at is not null then
    status := 'over';
    return;
  end if;
  if exists (select from live_ban b where b.room_id = room and b.member_id = author) then
    status := 'barred';
    return;
  end if;
  if is_slowed and r.slow_mode_sec > 0 and exists (
    select from live_entry e where e.member_id = author and e.room_id = room and e.kind = 'comment'
      and e.at > clock_timestamp() - make_interval(secs => r.slow_mode_sec)
  ) then
    status := 'slow';
    return;
  end if;
  if what = 'present' then
    -- The member's newest present counts on while it is the same one, given within 10 s.
    select e.* into previous from live_entry e
      where e.member_id = author and e.room_id = room and e.kind = 'present' order by e.at desc limit 1;
    if previous.item_id is distinct from item or previous.at < clock_timestamp() - interval '10 seconds' then
      previous := null;
    end if;
  end if;
  seq := r.next_seq;
  update live_room x set next_seq = x.next_seq + 1 where x.id = room;
  insert into live_entry (room_id, seq, id, kind, member_id, call_id, text, is_anonymous, item_id, item_name, points,
      quantity, combo)
    values (room, seq, entry, what, author, visit, said, hides_name, item, item_title, price, pieces,
      coalesce(previous.combo, 0) + pieces);
  status := 'posted';
end $$;
