-- Where an account is open, and which browsers it knows.

-- A member names a session by this, never by the key that finds it; it stays when the session goes on under another cookie.
alter table session
  add column device_id uuid not null default gen_random_uuid(),
  -- Keyed hash of the browser's own mark; null where a session began before it was kept.
  add column device_key text;
create unique index session_device on session (device_id);

-- Browsers in which a member has signed in: another one is worth a notice. Forgotten after 400 days.
create table known_device (
  member_id text not null references member (id) on delete cascade,
  device_key text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (member_id, device_key)
);
create index known_device_last_seen on known_device (last_seen_at);

insert into known_device (member_id, device_key, first_seen_at, last_seen_at)
select id, device_key, created_at, created_at from member where device_key is not null;
