-- A conversation of a caller and a broadcaster. Who takes its row's lock may change it, and nobody else: numbers of
-- messages and of changes have no gaps, and unread counts are what a recount finds (docs/decisions/0028-chat.md).
create table conversation (
  id bigint generated always as identity primary key,
  -- Fixed when it begins, whatever becomes of the two.
  caller_id text not null references member (id),
  broadcaster_id text not null references member (id),
  -- Who wrote first and when, which limits first messages to many. Null while there are only cards of calls.
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
  kind text not null check (kind in ('text', 'sticker', 'image', 'call', 'missedCall', 'videoRequest', 'system', 'unsent')),
  body jsonb not null,
  -- What its sender asked for, so that the same id again is known to be the same message; null once it is unsent.
  command text,
  reply_to uuid references chat_message (id),
  -- For whom it counts while he hasn't read it; null: for nobody.
  unread_by text references member (id),
  unsent_at timestamptz,
  -- What the sender paid for this message.
  paid_points int not null default 0 check (paid_points >= 0),
  unique (conversation_id, seq),
  check ((kind = 'unsent') = (unsent_at is not null))
);
create index chat_message_revision on chat_message (conversation_id, revision);
create index chat_message_sender on chat_message (sender_id, sent_at) where sender_id is not null;
-- Which message shows a picture.
create index chat_message_image on chat_message ((body ->> 'imageId')) where kind = 'image';
-- What answers a message changes with it when it is unsent: its line above them is another.
create index chat_message_answers on chat_message (reply_to, seq) where reply_to is not null;
-- The pictures that were paid for, which their payers find again whatever becomes of the conversation.
create index chat_message_paid_image on chat_message (conversation_id, sent_at, id)
  where kind = 'image' and body @> '{"seal": {"isOpened": true}}';

-- What was taken back lately: for reports alone, and not for long (docs/decisions/0028-chat.md).
create table chat_unsent (
  message_id uuid primary key references chat_message (id),
  kind text not null,
  body jsonb not null,
  unsent_at timestamptz not null default now()
);
create index chat_unsent_at on chat_unsent (unsent_at);

-- What a caller pays for each message, in points: one row, set by operators, 0 for free (docs/decisions/0061). A
-- multiple of 5, so that the broadcaster's 40% is a whole number of points.
create table chat_price (
  is_the_one boolean primary key default true check (is_the_one),
  points int not null default 0 check (points between 0 and 500 and points % 5 = 0)
);
insert into chat_price default values;
