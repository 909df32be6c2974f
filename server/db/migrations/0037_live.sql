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
  -- When the room's machine next wants a tick; null after the end.
  deadline_at timestamptz default now() + interval '20 seconds',
  node_id uuid references node (id),
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
  -- Milliseconds of the free look that this visit began with.
  add column free_look_ms int not null default 0 check (free_look_ms >= 0);
create index call_in_live_room on call (live_room_id) where live_room_id is not null;
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
