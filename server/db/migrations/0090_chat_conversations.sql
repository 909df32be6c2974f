-- A conversation of a caller and a broadcaster. Who takes its row's lock may change it, and nobody else: numbers of
-- messages and of changes have no gaps, and unread counts are what a recount finds (docs/decisions/0028-chat.md).
create table conversation (
  id bigint generated always as identity primary key,
  -- Fixed when it begins, whatever becomes of the two.
  caller_id text not null references member (id),
  broadcaster_id text not null references member (id),
  begun_by text not null references member (id),
  begun_at timestamptz not null default now(),
  last_seq int not null default 0,
  revision int not null default 0,
  last_at timestamptz not null,
  unique (caller_id, broadcaster_id),
  check (caller_id <> broadcaster_id),
  check (begun_by in (caller_id, broadcaster_id))
) with (fillfactor = 70);
create index conversation_begun on conversation (begun_by, begun_at);

-- A conversation as one of its two sides has it, so that both are asked in one way.
create table chat_side (
  member_id text not null references member (id),
  partner_id text not null references member (id),
  conversation_id bigint not null references conversation (id),
  read_seq int not null default 0,
  unread int not null default 0 check (unread >= 0),
  last_at timestamptz not null,
  primary key (member_id, partner_id)
) with (fillfactor = 70);
create index chat_side_newest on chat_side (member_id, last_at desc, partner_id desc);
create index chat_side_unread on chat_side (member_id, last_at desc, partner_id desc) where unread > 0;
create index chat_side_conversation on chat_side (conversation_id);

create table chat_message (
  id uuid primary key,
  conversation_id bigint not null references conversation (id),
  seq int not null check (seq > 0),
  -- The conversation's revision at which it became what it is.
  revision int not null,
  -- Null: the house.
  sender_id text references member (id),
  -- To the millisecond, as it is shown, and never before the message before it.
  sent_at timestamptz not null,
  kind text not null check (kind in ('text', 'sticker', 'image', 'call', 'missedCall', 'system', 'unsent')),
  body jsonb not null,
  -- What its sender asked for, so that the same id again is known to be the same message; null once it is unsent.
  command text,
  reply_to uuid references chat_message (id),
  -- For whom it counts while he hasn't read it; null: for nobody.
  unread_by text references member (id),
  unsent_at timestamptz,
  unique (conversation_id, seq),
  check ((kind = 'unsent') = (unsent_at is not null))
);
create index chat_message_revision on chat_message (conversation_id, revision);
create index chat_message_sender on chat_message (sender_id, sent_at) where sender_id is not null;

-- The conversation of two members with its row locked, begun with a card of the house when there is none.
create function chat_open(caller text, broadcaster text, beginner text, card uuid, out conversation_id bigint, out began boolean)
language plpgsql as $$
declare
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  began := false;
  select c.id into conversation_id from conversation c
    where c.caller_id = caller and c.broadcaster_id = broadcaster for update;
  if found then return; end if;
  insert into conversation (caller_id, broadcaster_id, begun_by, last_seq, revision, last_at)
    values (caller, broadcaster, beginner, 1, 1, at)
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

-- What there is of a message's id already: itself (repeat), or something else (mismatch). Nothing otherwise.
create function chat_message_before(message uuid, caller text, broadcaster text, sender text, asked text)
returns text language sql stable as $$
  select case
    when m.sender_id is not distinct from sender and c.caller_id = caller and c.broadcaster_id = broadcaster
      and (m.unsent_at is not null or m.command = asked) then 'repeat'
    else 'mismatch' end
  from chat_message m join conversation c on c.id = m.conversation_id where m.id = message
$$;

-- Puts a message into the conversation of two members, once. The n-th message has the number n.
-- status: sent, repeat, mismatch, blocked, replyGone
create function chat_post(
  message uuid, caller text, broadcaster text, sender text, what text, content jsonb, asked text, answers uuid,
  unread_for text, card uuid, beginner text, out status text, out began boolean
) language plpgsql as $$
declare
  opened bigint;
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
  select o.conversation_id, o.began into opened, began from chat_open(caller, broadcaster, beginner, card) o;
  -- The same request may have been quicker by a moment.
  status := chat_message_before(message, caller, broadcaster, sender, asked);
  if status is not null then return; end if;
  update conversation v
    set last_seq = v.last_seq + 1, revision = v.revision + 1,
      last_at = greatest(v.last_at, date_trunc('milliseconds', clock_timestamp()))
    where v.id = opened returning v.last_seq, v.revision, v.last_at into c;
  insert into chat_message (id, conversation_id, seq, revision, sender_id, sent_at, kind, body, command, reply_to, unread_by)
    values (message, opened, c.last_seq, c.revision, sender, c.last_at, what, content, asked, answers, unread_for);
  update chat_side s set last_at = c.last_at, unread = s.unread + (s.member_id is not distinct from unread_for)::int
    where s.conversation_id = opened;
  status := 'sent';
end $$;

-- A side has read up to a message; never goes back, nor beyond the last one. True when it went on.
create function chat_read(reader text, partner text, up_to int) returns boolean language plpgsql as $$
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
