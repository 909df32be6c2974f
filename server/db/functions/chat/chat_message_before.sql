-- What exists already under a message's id: the same message (repeat) or something else (mismatch). Null
-- without one.
create or replace function chat_message_before(message uuid, caller text, broadcaster text, sender text, asked text)
returns text language sql stable as $$
  select case
    when m.sender_id is not distinct from sender and c.caller_id = caller and c.broadcaster_id = broadcaster
      and (m.unsent_at is not null or m.command = asked) then 'repeat'
    else 'mismatch' end
  from chat_message m join conversation c on c.id = m.conversation_id where m.id = message
$$;
