-- What must always be true of conversations. Every row is a defect.
create or replace view chat_check as
select 'an unread count is not what a recount finds' as problem, 'side ' || s.member_id || ':' || s.partner_id as subject
  from chat_side s
  where s.unread <> (
    select count(*) from chat_message m
    where m.conversation_id = s.conversation_id and m.unread_by = s.member_id and m.seq > s.read_seq)
union all
select 'messages are not numbered without a gap', 'conversation ' || c.id
  from conversation c
  where c.last_seq <> (select count(*) from chat_message m where m.conversation_id = c.id)
    or c.last_seq <> (select max(m.seq) from chat_message m where m.conversation_id = c.id)
union all
select 'a change has not the number of the last one', 'conversation ' || c.id
  from conversation c
  where c.revision <> (select max(m.revision) from chat_message m where m.conversation_id = c.id)
union all
select 'two messages have one change''s number', 'conversation ' || m.conversation_id
  from chat_message m group by m.conversation_id, m.revision having count(*) > 1
union all
select 'a message was sent before the one before it', 'conversation ' || m.conversation_id || ' seq ' || m.seq
  from (
    select m.conversation_id, m.seq, m.sent_at,
      lag(m.sent_at) over (partition by m.conversation_id order by m.seq) as sent_before
    from chat_message m
  ) m where m.sent_at < m.sent_before
union all
select 'a side has read what was not written', 'side ' || s.member_id || ':' || s.partner_id
  from chat_side s join conversation c on c.id = s.conversation_id where s.read_seq > c.last_seq
union all
select 'a conversation has not two sides', 'conversation ' || c.id
  from conversation c
  where (select count(*) from chat_side s
    where s.conversation_id = c.id and s.last_at = c.last_at
      and (s.member_id, s.partner_id) in ((c.caller_id, c.broadcaster_id), (c.broadcaster_id, c.caller_id))) <> 2;
