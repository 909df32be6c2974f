-- Which member blocks which (product.md 8.3).
create table member_block (
  member_id text not null references member (id) on delete cascade,
  partner_id text not null references member (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Names the block where the viewer never learns the blocked member's id.
  id uuid not null default gen_random_uuid(),
  primary key (member_id, partner_id),
  check (member_id <> partner_id)
);
create index member_block_partner on member_block (partner_id, member_id);
create unique index member_block_id on member_block (id);

-- What operators decide for the whole platform: one row.
create table safety_setting (
  is_the_one boolean primary key default true check (is_the_one),
  -- product.md 8.5: nothing, a warning that may be overruled, or a refusal.
  contact_guard text not null default 'warn' check (contact_guard in ('off', 'warn', 'refuse'))
);
insert into safety_setting default values;

-- Members' reports to the operators, with what the screen showed at that moment (product.md 8.3).
create table report (
  id bigint generated always as identity primary key,
  -- Made by the client: the same id again is the same report.
  command_id uuid not null unique,
  reporter_id text not null references member (id),
  -- The reported member.
  member_id text not null references member (id),
  surface text not null check (surface in ('profile', 'chat', 'call', 'review', 'timeline', 'live', 'market')),
  reason text not null check (reason in ('contactExchange', 'harassment', 'fraud', 'underAge', 'sexual', 'other')),
  text text not null,
  message_id uuid,
  call_id uuid,
  -- The messages around it and the call's facts, as they were; later changes don't affect them.
  evidence jsonb not null,
  created_at timestamptz not null default now(),
  outcome text check (outcome in ('none', 'warned')),
  -- The operators' note, for operators alone.
  note text,
  closed_at timestamptz,
  closed_by bigint references operator (id),
  -- A report may be about a review or its answer, a post or a comment on it, an item of the flea market or a question
  -- under it. No foreign keys: the report stays when what it is about is deleted.
  review_id bigint,
  review_part text check (review_part in ('review', 'answer')),
  timeline_post_id uuid,
  timeline_comment_id uuid,
  market_item_id uuid,
  market_question_id uuid,
  check (reporter_id <> member_id),
  check ((outcome is null) = (closed_at is null)),
  check ((closed_at is null) = (closed_by is null)),
  check ((review_id is null) = (review_part is null))
);
create index report_reporter on report (reporter_id, created_at);
create index report_member on report (member_id, id desc);
create index report_open on report (id desc) where closed_at is null;
