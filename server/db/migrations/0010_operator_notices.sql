-- What an operator must look at. While one is open, raising it again counts instead of adding another.
create table operator_notice (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  -- A sentence for people, as of the last time it was raised.
  text text not null,
  times int not null default 1 check (times > 0),
  raised_at timestamptz not null default now(),
  last_raised_at timestamptz not null default now(),
  done_at timestamptz,
  done_by bigint references operator (id),
  check ((done_at is null) = (done_by is null))
);
create unique index operator_notice_open on operator_notice (kind, subject) where done_at is null;
create index operator_notice_done on operator_notice (id) where done_at is not null;
