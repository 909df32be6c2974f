-- Live rooms: one broadcaster, any number of watchers. A watcher's visit is a row of `call` with its own meter.
create table live_room (
  -- The UUID that the client sends with start-live.
  id uuid primary key,
  broadcaster_id text not null references member (id),
  title text not null,
  tags text[] not null default '{}',
  source text not null check (source in ('browser', 'encoder')),
  watch_points_per_min int not null check (watch_points_per_min > 0 and watch_points_per_min % 10 = 0),
  -- Null: no live call is accepted.
  call_points_per_min int check (call_points_per_min > 0 and call_points_per_min % 10 = 0),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('byBroadcaster', 'mediaGone', 'byOperator', 'dailyLimit', 'serverRecovery')),
  -- Since when the broadcaster's media is gone; null while it arrives.
  media_gone_since timestamptz default now(),
  -- Since when the media server itself is away; null while it is there.
  server_away_since timestamptz,
  -- When the broadcaster's media first arrived; null before.
  began_at timestamptz,
  -- When the day's limit ends the room.
  ends_at timestamptz not null default now() + interval '6 hours',
  -- When the room's machine next wants a tick; null after the end.
  deadline_at timestamptz default now() + interval '60 seconds',
  -- Which node has the room's media.
  node_id uuid references node (id),
  -- The session (session.device_id) that opened the room: signing it out ends the room.
  broadcaster_session uuid,
  -- What an operator told the broadcaster when ending the room.
  operator_note text,
  peak_watchers int not null default 0,
  -- The next number of the room's flow (comments, presents, menus).
  next_seq int not null default 1,
  slow_mode_sec int not null default 0 check (slow_mode_sec between 0 and 60),
  pinned_seq int,
  moderator_id text references member (id),
  is_menu_paused boolean not null default false,
  -- When the broadcaster was warned that the day's limit ends the room soon; null before.
  limit_warned_at timestamptz,
  check ((ended_at is null) = (end_reason is null))
) with (fillfactor = 70);
-- One running room per broadcaster.
create unique index live_room_running on live_room (broadcaster_id) where ended_at is null;
create index live_room_due on live_room (deadline_at) where ended_at is null;
create index live_room_of_broadcaster on live_room (broadcaster_id, started_at desc);

-- The key with which a broadcaster's encoder publishes, as a keyed hash.
create table live_stream_key (
  member_id text primary key references member (id) on delete cascade,
  key_hash bytea not null unique,
  made_at timestamptz not null default now()
);

-- What operators set for all live rooms: one row.
create table live_setting (
  is_only boolean primary key default true check (is_only),
  -- How long a broadcaster may be live on one Japanese day.
  daily_limit_min int not null default 360 check (daily_limit_min between 30 and 1440),
  -- The free look at a room; 0: none.
  free_look_sec int not null default 10 check (free_look_sec between 0 and 60)
);
insert into live_setting default values;

-- When a broadcaster's followers were last notified of a live room: once a Japanese day at most.
create table live_announced (
  member_id text primary key references member (id) on delete cascade,
  announced_at timestamptz not null
);
