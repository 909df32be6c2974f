-- Keeps the earnings of a disputed purchase from being paid out.
create table earning_freeze (
  id bigint generated always as identity primary key,
  -- The dispute's own id.
  reference text not null unique,
  state text not null default 'open' check (state in ('open', 'lifted', 'takenBack')),
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null))
);

create table earning_freeze_lot (
  freeze_id bigint not null references earning_freeze (id),
  lot_id bigint not null,
  primary key (lot_id, freeze_id)
);

create table payout (
  -- Made by the client.
  id uuid primary key,
  account_id bigint not null references account (id),
  points bigint not null check (points > 0),
  state text not null default 'requested' check (state in ('requested', 'approved', 'paid', 'refused')),
  hold_id bigint not null unique references hold (id),
  -- The bank account as it was when the payout was requested, encrypted.
  bank_encrypted bytea not null,
  refused_because text,
  requested_at timestamptz not null default now(),
  approved_at timestamptz,
  decided_at timestamptz,
  -- When a payout was first exported for the bank: a second transfer would pay it twice.
  batched_at timestamptz,
  check ((state in ('paid', 'refused')) = (decided_at is not null)),
  check ((state = 'refused') = (refused_because is not null)),
  check (state <> 'approved' or approved_at is not null)
);
-- A member has one open request, however many taps or devices.
create unique index payout_open on payout (account_id) where state in ('requested', 'approved');
create index payout_state on payout (state, requested_at);

-- Which operators approved; above a limit two are needed (domain/points/payout.ts).
create table payout_approval (
  payout_id uuid not null references payout (id),
  operator_id bigint not null references operator (id),
  approved_at timestamptz not null default now(),
  primary key (payout_id, operator_id)
);

-- What a payout is made of. Negative: paid out before and returned since.
create table payout_part (
  payout_id uuid not null references payout (id),
  payment_id bigint not null,
  lot_id bigint not null,
  points bigint not null check (points <> 0),
  primary key (payment_id, lot_id, payout_id)
);
create index payout_part_payout on payout_part (payout_id);

-- What a lost dispute took back.
create table clawback_part (
  freeze_id bigint not null references earning_freeze (id),
  payment_id bigint not null,
  lot_id bigint not null,
  points bigint not null check (points > 0),
  primary key (payment_id, lot_id, freeze_id)
);

-- Where a member's money goes. Encrypted: a stolen table pays nobody.
create table payout_account (
  member_id text primary key references member (id) on delete cascade,
  encrypted bytea not null,
  -- Keyed hash of bank, branch and number: members who share an account can be found, the account can't be
  -- read.
  identity_key text not null,
  changed_at timestamptz not null default now(),
  -- When this account replaced another one; null for a member's first account.
  replaced_at timestamptz
);
create index payout_account_identity on payout_account (identity_key);
