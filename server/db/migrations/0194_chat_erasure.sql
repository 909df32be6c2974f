-- What a member who left for good has written: gone as if it were unsent, for both sides, one change each. Cards of calls
-- say when there was one and stay. Returns how many messages were changed: 0 the next time.
create function chat_erase_member(member text) returns int language plpgsql as $$
declare
  c record;
  changed uuid[];
  total int := 0;
begin
  delete from chat_unsent u using chat_message m where m.id = u.message_id and m.sender_id = member;
  for c in
    select v.id, v.revision from conversation v where member in (v.caller_id, v.broadcaster_id) order by v.id for update
  loop
    -- His own, and what answers them: it stands under another line now.
    select array_agg(m.id order by m.seq) into changed
      from chat_message m left join chat_message q on q.id = m.reply_to
      where m.conversation_id = c.id
        and ((m.sender_id = member and m.kind in ('text', 'sticker', 'image'))
          or (q.sender_id = member and q.kind in ('text', 'sticker', 'image')));
    continue when changed is null;
    update chat_message m
      set kind = 'unsent', body = '{}', command = null, reply_to = null, unread_by = null, unsent_at = now()
      where m.conversation_id = c.id and m.sender_id = member and m.kind in ('text', 'sticker', 'image');
    update chat_message m set revision = c.revision + x.nth
      from unnest(changed) with ordinality x (id, nth) where m.id = x.id;
    update conversation v set revision = v.revision + cardinality(changed) where v.id = c.id;
    update chat_side s set unread = (
        select count(*) from chat_message m
        where m.conversation_id = s.conversation_id and m.unread_by = s.member_id and m.seq > s.read_seq)
      where s.conversation_id = c.id and s.unread > 0;
    total := total + cardinality(changed);
  end loop;
  return total;
end $$;

-- As before, and: a picture that was paid for may have gone with who sent it.
create or replace view chat_unseal_check as
select 'a sealed picture is open and was not paid for' as problem, 'message ' || m.id as subject
  from chat_message m
  where m.kind = 'image' and (m.body -> 'seal' ->> 'isOpened')::boolean
    and not exists (
      select from transfer t
      where t.purpose = 'unseal' and t.reference = m.id::text and t.amount = (m.body -> 'seal' ->> 'points')::int)
union all
select 'a payment opened no sealed picture', 'transfer ' || t.id
  from transfer t
  where t.purpose = 'unseal' and t.kind = 'spend'
    and not exists (
      select from chat_message m join member s on s.id = m.sender_id
      where m.id::text = t.reference
        and ((m.kind = 'image' and (m.body -> 'seal' ->> 'isOpened')::boolean)
          or (m.kind = 'unsent' and s.quit_at is not null)));
