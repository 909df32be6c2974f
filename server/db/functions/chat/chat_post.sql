-- Puts a message into the conversation of two members, once. The n-th message has the number n.
-- status: sent (with its present number, revision and time), repeat, mismatch, blocked, replyGone
create or replace function chat_post(
  message uuid, caller text, broadcaster text, sender text, what text, content jsonb, asked text, answers uuid,
  unread_for text, card uuid, out status text, out began boolean, out seq int, out revision int, out sent_at timestamptz
) language plpgsql as $$
declare
  opened bigint;
  writer text := case when what not in ('call', 'missedCall') then sender end;
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
  -- The same request may have come first, while this one waited for the lock.
  status := chat_message_before(message, caller, broadcaster, sender, asked);
  if status is not null then return; end if;
  update conversation v
    set last_seq = v.last_seq + 1, revision = v.revision + 1,
      last_at = greatest(v.last_at, date_trunc('milliseconds', clock_timestamp())),
      begun_by = coalesce(v.begun_by, writer),
      begun_at = coalesce(v.begun_at, case when writer is not null then clock_timestamp() end)
    where v.id = opened returning v.last_seq, v.revision, v.last_at into seq, revision, sent_at;
  insert into chat_message (id, conversation_id, seq, revision, sender_id, sent_at, kind, body, command, reply_to, unread_by)
    values (message, opened, seq, revision, sender, sent_at, what, content, asked, answers, unread_for);
  update chat_side s set last_at = sent_at, unread = s.unread + (s.member_id is not distinct from unread_for)::int
    where s.conversation_id = opened;
  status := 'sent';
end $$;
