-- Calls: one row a call, one seat a member in a call, one line a ring.

create table call (
  -- Client-made UUID of send-call-request.
  id uuid primary key,
  kind text not null check (kind in ('voice', 'video')),
  caller_id text not null references member (id),
  broadcaster_id text not null references member (id),
  dialler_id text not null references member (id),
  rate_points_per_min int not null check (rate_points_per_min > 0 and rate_points_per_min % 10 = 0),
  phase text not null check (phase in ('requested', 'ringing', 'accepted', 'connecting', 'inCall', 'ended')),
  requested_at timestamptz not null default now(),
  -- Re-stamped every 5 s while the dialler is there.
  rung_at timestamptz not null default now(),
  dialler_seen_at timestamptz not null default now(),
  accepted_at timestamptz,
  connected_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('declined', 'cancelled', 'missed', 'busy', 'failed', 'byCaller', 'byBroadcaster',
    'pointless', 'connectionLost', 'byOperator', 'serverRecovery')),
  -- Whose loss ended a call by connectionLost; null for the other reasons.
  lost_side text check (lost_side in ('caller', 'broadcaster', 'server')),
  -- Since when a side, or the media server itself, is away; the meter stands meanwhile.
  caller_away_since timestamptz,
  broadcaster_away_since timestamptz,
  server_away_since timestamptz,
  -- When the call machine next wants a tick; null when nothing is pending.
  deadline_at timestamptz,
  -- Readings of the media process's monotonic clock, cumulative.
  connected_ms bigint not null default 0,
  charged_ms bigint not null default 0,
  caller_lost_ms bigint not null default 0,
  broadcaster_lost_ms bigint not null default 0,
  check (caller_id <> broadcaster_id),
  check (dialler_id in (caller_id, broadcaster_id)),
  check ((phase = 'ended') = (ended_at is not null)),
  check ((ended_at is null) = (end_reason is null))
) with (fillfactor = 70);
create index call_open on call (requested_at) where phase <> 'ended';
create index call_due on call (deadline_at) where deadline_at is not null;
create index call_caller on call (caller_id, requested_at desc);
create index call_broadcaster on call (broadcaster_id, requested_at desc);

-- A member sits in at most one call over all devices: this key, not a check in code, holds it.
create table call_seat (
  member_id text primary key references member (id),
  call_id uuid not null references call (id)
);
create index call_seat_call on call_seat (call_id);

create table review (
  id bigint generated always as identity primary key,
  call_id uuid unique references call (id),
  author_id text not null references member (id) on delete cascade,
  target_id text not null references member (id) on delete cascade,
  score int not null check (score between 1 and 5),
  description text not null,
  created_at timestamptz not null default now(),
  check (description = '' or char_length(description) between 10 and 500)
);
create index review_target on review (target_id, created_at desc);

-- 待機中 / 通話中 / オフライン, in one place for every area (product.md 2 and 3).
create view member_state as
select
  b.member_id,
  b.standby_since,
  case
    when s.call_id is not null then 'inCall'
    when b.standby_since is not null
      and (b.answers_by_herself or p.seen_at > now() - interval '60 seconds') then 'standby'
    else 'offline'
  end as state
from broadcaster b
left join call_seat s on s.member_id = b.member_id
left join presence p on p.member_id = b.member_id;
