-- Returns the conversation of two members with its row locked, and begins it with a system card when there is
-- none.
create or replace function chat_open(caller text, broadcaster text, card uuid, out conversation_id bigint, out began boolean)
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
