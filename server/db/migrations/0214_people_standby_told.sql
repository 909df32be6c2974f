-- When a broadcaster's fans were last told that she went on standby: at most once an hour.
create table standby_told (
  member_id text primary key references member (id) on delete cascade,
  told_at timestamptz not null
);
