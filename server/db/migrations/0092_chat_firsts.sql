-- Who wrote first and when is what limits first messages to many; the card of a call is nobody's writing.
alter table conversation alter column begun_by drop not null, alter column begun_at drop not null,
  alter column begun_at drop default, add check ((begun_by is null) = (begun_at is null));
update conversation set begun_by = null, begun_at = null;
update conversation c set begun_by = m.sender_id, begun_at = m.sent_at
  from (
    select distinct on (conversation_id) conversation_id, sender_id, sent_at from chat_message
    where sender_id is not null and kind not in ('call', 'missedCall') order by conversation_id, seq
  ) m where m.conversation_id = c.id;

-- Which message shows a picture.
create index chat_message_image on chat_message ((body ->> 'imageId')) where kind = 'image';

drop function chat_post(uuid, text, text, text, text, jsonb, text, uuid, text, uuid, text);
drop function chat_open(text, text, text, uuid);

-- The conversation of two members with its row locked, begun with a card of the house when there is none.
create function chat_open(caller text, broadcaster text, card uuid, out conversation_id bigint, out began boolean)
language plpgsql as $$
declare
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  began := false;
  select c.id into conversation_id from conversation c
    where c.caller_id = caller and c.broadcaster_id = broadcaster for update;
  if found then return; end if;
  insert into conversation (caller_id, broadcaster_id, last_seq, revision, last_at)
    values (caller, broadcaster, 1, 1, at)
    on conflict do nothing returning id into conversation_id;
  if not found then
    select c.id into conversation_id from conversation c
      where c.caller_id = caller and c.broadcaster_id = broadcaster for update;
    return;
  end if;
  began := true;
  insert into chat_side (member_id, partner_id, conversation_id, last_at)
    values (caller, broadcaster, conversation_id, at), (broadcaster, caller, conversation_id, at);
  insert into chat_message (id, conversation_id, seq, revision, sent_at, kind, body)
    values (card, conversation_id, 1, 1, at, 'system', '{"code": "conversationBegan"}');
end $$;

-- Puts a message into the conversation of two members, once. The n-th message has the number n.
-- status: sent, repeat, mismatch, blocked, replyGone
create function chat_post(
  message uuid, caller text, broadcaster text, sender text, what text, content jsonb, asked text, answers uuid,
  unread_for text, card uuid, out status text, out began boolean
) language plpgsql as $$
declare
  opened bigint;
  writer text := case when what not in ('call', 'missedCall') then sender end;
  c record;
begin
  began := false;
  if exists (select from blocked_pair p where p.member_id = caller and p.partner_id = broadcaster) then
    status := 'blocked';
    return;
  end if;
  status := chat_message_before(message, caller, broadcaster, sender, asked);
  if status is not null then return; end if;
  if answers is not null and not exists (
    select from chat_message m join conversation v on v.id = m.conversation_id
    where m.id = answers and v.caller_id = caller and v.broadcaster_id = broadcaster
      and m.kind not in ('unsent', 'system')
  ) then
    status := 'replyGone';
    return;
  end if;
  select o.conversation_id, o.began into opened, began from chat_open(caller, broadcaster, card) o;
  -- The same request may have been quicker by a moment.
  status := chat_message_before(message, caller, broadcaster, sender, asked);
  if status is not null then return; end if;
  update conversation v
    set last_seq = v.last_seq + 1, revision = v.revision + 1,
      last_at = greatest(v.last_at, date_trunc('milliseconds', clock_timestamp())),
      begun_by = coalesce(v.begun_by, writer),
      begun_at = coalesce(v.begun_at, case when writer is not null then clock_timestamp() end)
    where v.id = opened returning v.last_seq, v.revision, v.last_at into c;
  insert into chat_message (id, conversation_id, seq, revision, sender_id, sent_at, kind, body, command, reply_to, unread_by)
    values (message, opened, c.last_seq, c.revision, sender, c.last_at, what, content, asked, answers, unread_for);
  update chat_side s set last_at = c.last_at, unread = s.unread + (s.member_id is not distinct from unread_for)::int
    where s.conversation_id = opened;
  status := 'sent';
end $$;
