-- What a member is told in the app.
create table member_notice (
  id bigint generated always as identity primary key,
  member_id text not null references member (id) on delete cascade,
  kind text not null,
  -- What the kind needs to say it; its shape is in contract/notifications/notifications.ts.
  details jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index member_notice_newest on member_notice (member_id, id desc);
