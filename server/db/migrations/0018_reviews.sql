-- What callers say of a call, and the answer of the broadcaster.
create table review (
  id bigint generated always as identity primary key,
  call_id uuid unique references call (id),
  author_id text not null references member (id) on delete cascade,
  target_id text not null references member (id) on delete cascade,
  score int not null check (score between 1 and 5),
  description text not null,
  created_at timestamptz not null default now(),
  -- When an operator hid it. The row stays, so that its call can't be reviewed a second time.
  hidden_at timestamptz,
  -- How a profile shows the reviewer (東京・30代), as it was when the review was written. A review that changed
  -- together with a profile would reveal its author.
  author_label text not null,
  check (description = '' or char_length(description) between 10 and 500)
);
create index review_target on review (target_id, created_at desc);
-- Reviews with a text, page by page.
create index review_read on review (target_id, created_at desc, id desc) where description <> '' and hidden_at is null;
-- A caller's own reviews, newest first.
create index review_written on review (author_id, created_at desc, id desc);

-- The reviewed broadcaster answers once.
create table review_answer (
  review_id bigint primary key references review (id) on delete cascade,
  text text not null check (text <> ''),
  created_at timestamptz not null default now(),
  hidden_at timestamptz
);
