-- The meters of calls and of visits to live rooms.
create table meter (
  call_id text primary key,
  payer_account_id bigint not null references account (id),
  payee_account_id bigint not null references account (id),
  rate_points_per_min int not null check (rate_points_per_min > 0 and rate_points_per_min % 10 = 0),
  -- One increment is 6 s, a tenth of a minute (product.md 3.4).
  increment_points int not null generated always as (rate_points_per_min / 10) stored,
  share_percent int not null check (share_percent between 0 and 100),
  -- Cumulative readings of the media process's monotonic clock, as last reported. They never fall.
  charged_ms bigint not null default 0 check (charged_ms >= 0),
  connected_ms bigint not null default 0 check (connected_ms >= 0),
  -- Increments paid, and increments paid or held.
  captured_increments int not null default 0 check (captured_increments >= 0),
  funded_increments int not null default 0,
  hold_id bigint references hold (id),
  state text not null default 'open' check (state in ('open', 'settled')),
  opened_at timestamptz not null default now(),
  started_at timestamptz,
  reported_at timestamptz,
  settled_at timestamptz,
  -- When bill_due looks at it next. Null before it is started and after it is settled.
  next_due_at timestamptz,
  point_back_points bigint check (point_back_points > 0),
  point_back_at timestamptz,
  point_back_reason text,
  -- A point-back that the platform paid leaves the broadcaster's earnings as they are. How many a pair and a
  -- broadcaster may have per day is bounded (domain/points/point-back.ts), so each one is marked.
  point_back_by_platform boolean not null default false,
  -- Increments of one call may have different prices: those of a video call while only sound is sent, and those
  -- before and after a change of its kind.
  captured_points bigint not null default 0 check (captured_points >= 0),
  -- The price of an increment with sound only, and of one of video. Null: that of the rate.
  voice_points int check (voice_points > 0),
  video_points int check (video_points > 0),
  -- Increments whose price is known: the media server decides it once, when an increment begins.
  decided_increments int not null default 0,
  live_room_id uuid references live_room (id),
  -- Why its points move, as statements name it.
  purpose text not null default 'call' check (purpose in ('call', 'sideWatch', 'liveCall')),
  -- The most that the visit may cost, in points, with what is paid in the room's flow; null: no limit.
  cap_points bigint check (cap_points >= 0),
  check (captured_increments <= funded_increments),
  check ((state = 'settled') = (settled_at is not null)),
  check (state = 'open' or next_due_at is null),
  check (payer_account_id <> payee_account_id),
  check ((point_back_points is null) = (point_back_at is null)),
  check ((purpose = 'call') = (live_room_id is null))
) with (fillfactor = 60);
-- An account has one metered session at a time over all its devices (product.md 3.8).
create unique index meter_payer on meter (payer_account_id) where state = 'open';
-- Many meters of one live room run at the same time for one broadcaster; of any other call one.
create unique index meter_payee on meter (payee_account_id) where state = 'open' and live_room_id is null;
create index meter_due on meter (next_due_at) where next_due_at is not null;
create index meter_point_back on meter (payer_account_id, point_back_at) where point_back_at is not null;
create index meter_platform_point_back on meter (payee_account_id, point_back_at) where point_back_by_platform;

-- Which increments a transfer paid: from first_increment up to, not including, end_increment.
create table meter_charge (
  call_id text not null references meter (call_id),
  first_increment int not null check (first_increment >= 0),
  end_increment int not null,
  transfer_id bigint not null unique,
  primary key (call_id, first_increment),
  check (end_increment > first_increment)
);

-- What a call carried, in order, as its media server decided; rows are only added.
create table meter_segment (
  call_id text not null references meter (call_id),
  number int not null check (number >= 0),
  -- Connected time at which it begins.
  at_ms bigint not null check (at_ms >= 0),
  -- The first increment that begins in it.
  first_increment int not null check (first_increment >= 0),
  carries text not null check (carries in ('video', 'voice', 'nothing')),
  primary key (call_id, number)
);
