create or replace function chat_erase_part(member text, after bigint, at_most int) returns bigint language plpgsql as $$
declare
  c record;
  changed uuid[];
  looked_at int := 0;
  last_id bigint;
begin
  for c in
    select v.id, v.revision from conversation v
    where member in (v.caller_id, v.broadcaster_id) and v.id > after
    order by v.id limit at_most for update
  loop
    looked_at := looked_at + 1;
    last_id := c.id;
    delete from chat_unsent u using chat_message m
      where m.id = u.message_id and m.conversation_id = c.id and m.sender_id = member;
    -- The member's own messages, and the answers to them, which quote a line that changes.
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
  end loop;
  return case when looked_at = at_most then last_id end;
end $$;
