-- Times that a caller and a broadcaster agree on for a call (product.md 11). No points are held for them.
create table booking (
  -- The UUID that the client sends with the proposal.
  id uuid primary key,
  caller_id text not null references member (id) on delete cascade,
  broadcaster_id text not null references member (id) on delete cascade,
  kind text not null check (kind in ('voice', 'video')),
  starts_at timestamptz not null,
  minutes int not null check (minutes > 0),
  note text not null default '',
  phase text not null check (phase in ('proposed', 'accepted', 'declined', 'cancelled', 'expired', 'over')),
  proposed_by text not null check (proposed_by in ('caller', 'broadcaster')),
  reminded_soon boolean not null default false,
  reminded_now boolean not null default false,
  outcome text check (outcome in ('met', 'callerAbsent', 'broadcasterAbsent', 'noCall')),
  -- When the machine next wants a tick; null when nothing is to come.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (caller_id <> broadcaster_id),
  check ((outcome is not null) = (phase = 'over')),
  check ((due_at is not null) = (phase in ('proposed', 'accepted')))
);
create index booking_caller on booking (caller_id, starts_at desc);
create index booking_broadcaster on booking (broadcaster_id, starts_at desc);
create index booking_due on booking (due_at) where due_at is not null;
create index booking_changed on booking (changed_at) where due_at is null;

-- Broadcasters who chose whether callers may propose times; without a row they may.
create table booking_setting (
  member_id text primary key references member (id) on delete cascade,
  is_open boolean not null
);
