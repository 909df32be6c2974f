-- Calls: one row per call, one seat per member in a call.
create table call (
  -- The UUID that the client sends with send-call-request.
  id uuid primary key,
  kind text not null check (kind in ('voice', 'video')),
  caller_id text not null references member (id),
  broadcaster_id text not null references member (id),
  dialler_id text not null references member (id),
  rate_points_per_min int not null check (rate_points_per_min > 0 and rate_points_per_min % 10 = 0),
  phase text not null check (phase in ('requested', 'ringing', 'accepted', 'connecting', 'inCall', 'ended')),
  requested_at timestamptz not null default now(),
  -- Stamped again every 5 s while the dialler is present (product.md 3.10).
  rung_at timestamptz not null default now(),
  dialler_seen_at timestamptz not null default now(),
  accepted_at timestamptz,
  connected_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('declined', 'cancelled', 'missed', 'busy', 'failed', 'byCaller', 'byBroadcaster',
    'pointless', 'connectionLost', 'byOperator', 'serverRecovery')),
  -- Whose lost connection ended the call by connectionLost; null for the other reasons.
  lost_side text check (lost_side in ('caller', 'broadcaster', 'server')),
  -- Since when a side, or the media server itself, is away; the meter stands still meanwhile.
  caller_away_since timestamptz,
  broadcaster_away_since timestamptz,
  server_away_since timestamptz,
  -- When the call machine next wants a tick; null when nothing is pending.
  deadline_at timestamptz,
  -- Cumulative readings of the media process's monotonic clock.
  connected_ms bigint not null default 0,
  charged_ms bigint not null default 0,
  caller_lost_ms bigint not null default 0,
  broadcaster_lost_ms bigint not null default 0,
  -- Which node has the call's media room.
  node_id uuid references node (id),
  -- Where a call began: its own address, a card of a broadcaster on standby, the random matching (these decide texts
  -- only; the price is the rate either way), or a live room: the live call over it, or a watcher's visit (sideWatch).
  origin text not null default 'direct',
  -- Cumulative readings of the media process (adapters/media/port.ts): time without proof that the media
  -- reached the payer, which is bounded per payer and day (domain/calls/unproven.ts), and the bytes forwarded
  -- to the payer.
  unproven_ms bigint not null default 0,
  media_bytes bigint not null default 0,
  -- The session (session.device_id) that runs each side of an open call: signing it out ends the call.
  caller_session uuid,
  broadcaster_session uuid,
  -- What the call carries now; `kind` stays what was dialled. Null: as dialled.
  current_kind text check (current_kind in ('voice', 'video')),
  -- The price of a minute with sound only. Null: that of the call's kind.
  voice_rate_points_per_min int
    check (voice_rate_points_per_min > 0 and voice_rate_points_per_min % 10 = 0),
  -- The price of a minute of video, once the call has one. Null: that of the call's kind.
  video_rate_points_per_min int
    check (video_rate_points_per_min > 0 and video_rate_points_per_min % 10 = 0),
  -- What each side says that it sends, as its page signalled last. Null: nothing was signalled.
  caller_microphone boolean,
  caller_camera boolean,
  broadcaster_microphone boolean,
  broadcaster_camera boolean,
  -- How often the kind has changed.
  kind_changes int not null default 0,
  -- The open question whether the call becomes a video call; it lapses by itself.
  kind_asked_by text check (kind_asked_by in ('caller', 'broadcaster')),
  kind_asked_at timestamptz,
  kind_asked_rate int check (kind_asked_rate > 0 and kind_asked_rate % 10 = 0),
  -- The end of a connected call that no page of this side is known to have shown (domain/calls/unseen-end.ts).
  caller_end_unseen boolean not null default false,
  broadcaster_end_unseen boolean not null default false,
  -- The room that is watched, or over which the live call runs; null for every other call.
  live_room_id uuid references live_room (id),
  -- The watcher's own limit in points; null: none.
  spend_cap int check (spend_cap >= 0),
  -- The visit is a free look only: it has no meter.
  is_free_look boolean not null default false,
  -- Milliseconds of the free look that this visit began with.
  free_look_ms int not null default 0 check (free_look_ms >= 0),
  -- The page of each side whose line stood while the call rang and which the media room took over; null when the side
  -- connected after the answer, and when the call has ended.
  caller_line uuid,
  broadcaster_line uuid,
  check (caller_id <> broadcaster_id),
  check (dialler_id in (caller_id, broadcaster_id)),
  check ((phase = 'ended') = (ended_at is not null)),
  check ((ended_at is null) = (end_reason is null)),
  check ((kind_asked_by is null) = (kind_asked_at is null) and (kind_asked_by is null) = (kind_asked_rate is null)),
  constraint call_origin check (
    origin in ('direct', 'standby', 'random', 'live', 'sideWatch')
    and (origin = 'direct' or kind = 'video')
    and (origin in ('live', 'sideWatch')) = (live_room_id is not null)
  )
) with (fillfactor = 70);
create index call_open on call (requested_at) where phase <> 'ended';
create index call_due on call (deadline_at) where deadline_at is not null;
create index call_caller on call (caller_id, requested_at desc);
create index call_broadcaster on call (broadcaster_id, requested_at desc);
create index call_in_room on call (node_id) where phase in ('accepted', 'connecting', 'inCall');
-- A caller's last partners, and the matches of the last minutes.
create index call_random_caller on call (caller_id, requested_at desc) where origin = 'random';
create index call_random_recent on call (requested_at) where origin = 'random';
create index call_unproven on call (caller_id, requested_at) where unproven_ms > 0;
create index call_end_unseen_by_caller on call (caller_id) where caller_end_unseen;
create index call_end_unseen_by_broadcaster on call (broadcaster_id) where broadcaster_end_unseen;
-- How often a pair has talked: counted for each ring (server/calls/earlier-calls.ts).
create index call_met on call (broadcaster_id, caller_id, connected_at) where connected_at is not null;
create index call_in_live_room on call (live_room_id, caller_id) where live_room_id is not null;
-- One live call over a room, and one ring for a live call by a caller, at a time.
create unique index call_live_of_room on call (live_room_id) where origin = 'live' and phase <> 'ended';
create unique index call_live_of_caller on call (caller_id) where origin = 'live' and phase <> 'ended';
create index call_open_in_live_room on call (live_room_id) where live_room_id is not null and phase <> 'ended';

-- A member sits in at most one call over all devices: this key holds that, not a check in code.
create table call_seat (
  member_id text primary key references member (id),
  call_id uuid references call (id),
  -- A broadcaster who is live sits in the room; the live call over it seats its caller only.
  live_room_id uuid references live_room (id),
  check (num_nonnulls(call_id, live_room_id) = 1)
);
create index call_seat_call on call_seat (call_id);
create index call_seat_live_room on call_seat (live_room_id) where live_room_id is not null;

-- Calls of a minute and more, counted when they end (count_call.sql): how many each pair had, and the totals of
-- each broadcaster, so that a profile reads one row.
create table call_pair (
  broadcaster_id text not null references member (id),
  caller_id text not null references member (id),
  calls int not null check (calls > 0),
  primary key (broadcaster_id, caller_id)
);
create index call_pair_by_caller on call_pair (caller_id);

create table call_tally (
  broadcaster_id text primary key references member (id),
  calls int not null check (calls > 0),
  callers int not null check (callers >= 0),
  -- Callers with two calls and more.
  repeat_callers int not null check (repeat_callers >= 0)
);

-- Calls that the demo's participants have answered: after a restart they go on with these calls only.
create table demo_answer (
  call_id uuid primary key references call (id) on delete cascade
);

-- Callers who wait for a random partner, one place each. A place is void when its page no longer asks, which
-- `asked_at` shows, or when its call exists under that id.
create table random_place (
  caller_id text primary key references member (id) on delete cascade,
  -- Made by the client; becomes the id of the call.
  call_id uuid not null,
  since timestamptz not null default now(),
  asked_at timestamptz not null default now(),
  -- When the caller last asked and no broadcaster on standby fitted. Such a caller gets nobody and isn't
  -- counted among those who choose before others.
  no_partner_at timestamptz
) with (fillfactor = 50);

-- A member's newest pre-call check, and the node that has its echo room. The row may outlive the room, which
-- closes by itself. It is deleted when the check ends, and replaced by the member's next one.
create table video_test (
  member_id text primary key references member (id) on delete cascade,
  test_id uuid not null,
  node_id uuid not null references node (id)
);
