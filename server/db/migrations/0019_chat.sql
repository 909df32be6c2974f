-- A conversation of a caller and a broadcaster. Only a transaction that holds its row's lock may change it:
-- numbers of messages and of changes have no gaps, and unread counts equal a recount
-- (docs/decisions/0023-chat.md).
create table conversation (
  id bigint generated always as identity primary key,
  -- Fixed when the conversation begins, whatever roles the two get later.
  caller_id text not null references member (id),
  broadcaster_id text not null references member (id),
  -- Who wrote first and when, which limits first messages to many people. Null while there are only call
  -- cards.
  begun_by text references member (id),
  begun_at timestamptz,
  last_seq int not null default 0,
  revision int not null default 0,
  last_at timestamptz not null,
  unique (caller_id, broadcaster_id),
  check (caller_id <> broadcaster_id),
  check (begun_by in (caller_id, broadcaster_id)),
  check ((begun_by is null) = (begun_at is null))
) with (fillfactor = 70);
create index conversation_begun on conversation (begun_by, begun_at);

-- A conversation as one of its two members has it, so that both are queried in the same way.
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
  -- The conversation's revision at which the message last changed.
  revision int not null,
  -- Null: the platform.
  sender_id text references member (id),
  -- To the millisecond, as shown, and never before the previous message.
  sent_at timestamptz not null,
  kind text not null check (kind in ('text', 'sticker', 'image', 'call', 'missedCall', 'videoRequest', 'system', 'unsent')),
  body jsonb not null,
  -- What the sender's request was, so that a repeat of the same id is recognised; null once the message is
  -- unsent.
  command text,
  reply_to uuid references chat_message (id),
  -- The member for whom the message counts as unread; null: nobody.
  unread_by text references member (id),
  unsent_at timestamptz,
  -- What the sender paid for this message.
  paid_points int not null default 0 check (paid_points >= 0),
  unique (conversation_id, seq),
  check ((kind = 'unsent') = (unsent_at is not null))
);
create index chat_message_revision on chat_message (conversation_id, revision);
create index chat_message_sender on chat_message (sender_id, sent_at) where sender_id is not null;
-- Which message shows an image.
create index chat_message_image on chat_message ((body ->> 'imageId')) where kind = 'image';
-- Unsending a message also changes the messages that answer it, because they quote its line.
create index chat_message_answers on chat_message (reply_to, seq) where reply_to is not null;
-- Paid images: their payers find them again, whatever becomes of the conversation.
create index chat_message_paid_image on chat_message (conversation_id, sent_at, id)
  where kind = 'image' and body @> '{"price": {"isOpened": true}}';

-- Messages unsent recently: stored for reports only, and not for long (docs/decisions/0023-chat.md).
create table chat_unsent (
  message_id uuid primary key references chat_message (id),
  kind text not null,
  body jsonb not null,
  unsent_at timestamptz not null default now()
);
create index chat_unsent_at on chat_unsent (unsent_at);

-- What a caller pays per message, in points: one row, set by operators, 0 for free (docs/decisions/0055-chat-price.md).
-- A multiple of 5, so that the broadcaster's 40% is a whole number of points.
create table chat_price (
  is_the_one boolean primary key default true check (is_the_one),
  points int not null default 0 check (points between 0 and 500 and points % 5 = 0)
);
insert into chat_price default values;
