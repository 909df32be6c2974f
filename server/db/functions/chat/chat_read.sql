-- Records that a side has read up to a message; the mark never goes back, nor beyond the last message. True
-- when it moved.
create or replace function chat_read(reader text, partner text, up_to int) returns boolean language plpgsql as $$
declare
  c record;
  read_to int;
begin
  select v.id, v.last_seq into c from conversation v
    where (v.caller_id, v.broadcaster_id) in ((reader, partner), (partner, reader)) for update;
  read_to := least(up_to, c.last_seq);
  update chat_side s set read_seq = read_to, unread = (
      select count(*) from chat_message m
      where m.conversation_id = c.id and m.seq > read_to and m.unread_by = reader)
    where s.member_id = reader and s.partner_id = partner and s.read_seq < read_to;
  return found;
end $$;
