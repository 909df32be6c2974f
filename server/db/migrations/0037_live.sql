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
  -- The encoder's publication; null while a browser publishes or nobody does.
  encoder_resource_id text,
  -- What an operator told the broadcaster when ending the room.
  operator_note text,
  peak_watchers int not null default 0,
  -- The next number of the room's flow (comments, presents, menus).
  next_seq int not null default 1,
  slow_mode_sec int not null default 0 check (slow_mode_sec between 0 and 60),
  pinned_seq int,
  moderator_id text references member (id),
  is_menu_paused boolean not null default false,
  check ((ended_at is null) = (end_reason is null))
) with (fillfactor = 70);
-- One running room per broadcaster.
create unique index live_room_running on live_room (broadcaster_id) where ended_at is null;
create index live_room_due on live_room (deadline_at) where ended_at is null;
create index live_room_of_broadcaster on live_room (broadcaster_id, started_at desc);

alter table call
  -- The room that is watched, or over which the live call runs; null for every other call.
  add column live_room_id uuid references live_room (id),
  -- The watcher's own limit in points; null: none.
  add column spend_cap int check (spend_cap >= 0),
  -- The visit is a free look only: it has no meter.
  add column is_free_look boolean not null default false,
  -- Milliseconds of the free look that this visit began with.
  add column free_look_ms int not null default 0 check (free_look_ms >= 0);
create index call_in_live_room on call (live_room_id, caller_id) where live_room_id is not null;
-- One live call over a room, and one ring for a live call by a caller, at a time.
create unique index call_live_of_room on call (live_room_id) where origin = 'live' and phase <> 'ended';
create unique index call_live_of_caller on call (caller_id) where origin = 'live' and phase <> 'ended';
create index call_open_in_live_room on call (live_room_id) where live_room_id is not null and phase <> 'ended';
alter table call drop constraint call_check4;
alter table call add constraint call_origin check (
  origin in ('direct', 'standby', 'random', 'live', 'sideWatch')
  and (origin = 'direct' or kind = 'video')
  and (origin in ('live', 'sideWatch')) = (live_room_id is not null));

-- A broadcaster who is live sits in the room; the live call over it seats its caller only.
alter table call_seat alter column call_id drop not null;
alter table call_seat add column live_room_id uuid references live_room (id);
alter table call_seat add check (num_nonnulls(call_id, live_room_id) = 1);
create index call_seat_live_room on call_seat (live_room_id) where live_room_id is not null;

-- Many meters of one live room run at the same time for one broadcaster; of any other call one.
alter table meter
  add column live_room_id uuid references live_room (id),
  -- Why its points move, as statements name it.
  add column purpose text not null default 'call' check (purpose in ('call', 'sideWatch', 'liveCall')),
  -- The most that the visit may cost, in points, with what is paid in the room's flow; null: no limit.
  add column cap_points bigint check (cap_points >= 0),
  add check ((purpose = 'call') = (live_room_id is null));
drop index meter_payee;
create unique index meter_payee on meter (payee_account_id) where state = 'open' and live_room_id is null;
-- What is paid in a visit beside its meter.
create index transfer_of_visit on transfer (reference) where purpose in ('liveComment', 'livePresent', 'liveMenu');

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

-- The bounds of a room's rates, beside those of calls.
alter table call_rate_bound drop constraint call_rate_bound_kind_check;
alter table call_rate_bound add constraint call_rate_bound_kind_check
  check (kind in ('voice', 'video', 'liveWatch', 'liveCall'));
insert into call_rate_bound (kind, min_points, max_points) values ('liveWatch', 50, 1000), ('liveCall', 50, 1000);

-- When a broadcaster's followers were last notified of a live room: once a Japanese day at most.
create table live_told (
  member_id text primary key references member (id) on delete cascade,
  told_at timestamptz not null
);
