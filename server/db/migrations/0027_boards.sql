-- 掲示板: threads of members who stay anonymous to each other (product.md 14).
create table board_category (
  id text primary key,
  name text not null,
  position int not null,
  -- Takes new threads, and stands in the list.
  is_open boolean not null default true
);
insert into board_category (id, name, position) values
  ('talk', '雑談', 1),
  ('tips', '通話のコツ・相談', 2),
  ('night', '眠れない夜に', 3),
  ('hobby', '趣味・推し', 4),
  ('food', 'ごはんとお酒', 5),
  ('help', '使い方・質問', 6);

create table board_thread (
  -- The UUID that the client sends with post-board.
  id uuid primary key,
  category_id text not null references board_category (id),
  -- Null after the erasure of the account.
  author_id text references member (id),
  title text not null,
  -- `search_grams` of the folded title and first post.
  grams bigint[] not null,
  -- The number of the newest post.
  posts int not null default 1,
  opened_at timestamptz not null default now(),
  last_post_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Nothing of it is shown any more.
  removed_at timestamptz
) with (fillfactor = 80);
create index board_thread_active on board_thread (last_post_at desc, id) where removed_at is null;
create index board_thread_new on board_thread (opened_at desc, id) where removed_at is null;
create index board_thread_category_active on board_thread (category_id, last_post_at desc, id) where removed_at is null;
create index board_thread_category_new on board_thread (category_id, opened_at desc, id) where removed_at is null;
create index board_thread_author on board_thread (author_id, opened_at desc);
create index board_thread_grams on board_thread using gin (grams) with (fastupdate = off);

create table board_post (
  -- Of the first post the thread's id; of an answer the UUID that the client sends.
  id uuid primary key,
  thread_id uuid not null references board_thread (id),
  number int not null check (number > 0),
  author_id text references member (id),
  -- What others see of the author: the same within a thread and a Japanese day.
  mark text not null,
  text text not null,
  posted_at timestamptz not null default now(),
  flags int not null default 0,
  -- By flags, until an operator has looked.
  hidden_at timestamptz,
  -- An operator kept it: later flags no longer hide it.
  decided_at timestamptz,
  -- By its author or an operator; the text is empty then.
  removed_at timestamptz,
  unique (thread_id, number)
) with (fillfactor = 80);
create index board_post_author on board_post (author_id, posted_at desc);
create index board_post_flagged on board_post (hidden_at) where flags > 0 and decided_at is null and removed_at is null;

create table board_flag (
  post_id uuid not null references board_post (id) on delete cascade,
  member_id text not null references member (id) on delete cascade,
  reason text not null,
  flagged_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
create index board_flag_member on board_flag (member_id, flagged_at desc);

-- Marks that a member doesn't want to read. The author isn't stored: what vanishes must be what bore the same mark, or
-- hiding would tell which marks of other threads and days are the same person's.
create table board_hidden_mark (
  member_id text not null references member (id) on delete cascade,
  thread_id uuid not null references board_thread (id) on delete cascade,
  mark text not null,
  primary key (member_id, thread_id, mark)
);
create index board_hidden_mark_thread on board_hidden_mark (thread_id);

create table board_subscription (
  member_id text not null references member (id) on delete cascade,
  thread_id uuid not null references board_thread (id) on delete cascade,
  -- The number up to which the member has read.
  seen_number int not null default 0,
  -- Notified of a post after that number; the next notification waits until the member has looked.
  is_notified boolean not null default false,
  since timestamptz not null default now(),
  primary key (member_id, thread_id)
) with (fillfactor = 70);
create index board_subscription_waiting on board_subscription (thread_id) where not is_notified;
