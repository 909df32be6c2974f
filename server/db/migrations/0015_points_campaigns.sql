-- The registration bonus: once per device, and a limited number per address and Japanese day (product.md
-- 6.5).
create table registration_grant (
  device_key text primary key,
  member_id text not null unique references member (id) on delete cascade,
  created_at timestamptz not null default now()
);

create table registration_grant_address (
  address text not null,
  day date not null,
  grants int not null default 1,
  primary key (address, day)
);

-- The points of a verified phone: once per number and once per account (product.md 6.5). Only keyed hashes,
-- so that the row may stay when the account's person is erased.
create table phone_grant (
  number_key text primary key,
  member_id text not null unique references member (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- Which notices of its expiry a lot has caused: one for each number of days before it, each once.
create table lot_expiry_notice (
  lot_id bigint not null references lot (id),
  days_before int not null check (days_before > 0),
  noticed_at timestamptz not null default now(),
  primary key (lot_id, days_before)
);

-- Point-back campaigns: a part of the paid points that a member spent in calls during a period comes back as
-- a free lot, once per member, when the member asks for it after the period (product.md 3.16).
create table campaign (
  id text primary key check (id ~ '^[a-z0-9-]{1,64}$'),
  -- As members read it.
  name text not null check (name <> ''),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Not before everything of the period is posted (checkpoint_lag).
  claims_from timestamptz not null,
  claims_until timestamptz not null,
  percent int not null check (percent between 1 and 100),
  cap_points bigint not null check (cap_points > 0),
  valid_days int not null default 180 check (valid_days between 1 and 180),
  created_at timestamptz not null default now(),
  check (starts_at < ends_at and ends_at + interval '10 minutes' <= claims_from and claims_from < claims_until)
);

-- What each member received of a campaign; the key allows it once.
create table campaign_grant (
  campaign_id text not null references campaign (id),
  member_id text not null references member (id),
  -- The command that received it; its retry gets the same answer.
  request_id text not null,
  points bigint not null check (points > 0),
  transfer_id bigint not null unique,
  granted_at timestamptz not null default now(),
  primary key (campaign_id, member_id)
);
