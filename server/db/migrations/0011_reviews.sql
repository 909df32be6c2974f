create table review (
  id bigint generated always as identity primary key,
  call_id uuid unique references call (id),
  author_id text not null references member (id) on delete cascade,
  target_id text not null references member (id) on delete cascade,
  score int not null check (score between 1 and 5),
  description text not null,
  created_at timestamptz not null default now(),
  -- The reviewed answers once; operators take reviews and answers down. What was taken down is kept, so that its call
  -- can't be reviewed and it can't be answered a second time.
  hidden_at timestamptz,
  -- How a reviewer stands on a profile (東京・30代) is what held when he wrote: a later change of his profile, or of what he
  -- shows of it, would lead from the review that changed with it to him.
  author_label text not null,
  check (description = '' or char_length(description) between 10 and 500)
);
create index review_target on review (target_id, created_at desc);
-- Page by page, of those that say something.
create index review_read on review (target_id, created_at desc, id desc) where description <> '' and hidden_at is null;

create table review_answer (
  review_id bigint primary key references review (id) on delete cascade,
  text text not null check (text <> ''),
  created_at timestamptz not null default now(),
  hidden_at timestamptz
);
