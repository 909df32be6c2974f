-- Points: double entry over accounts, wallets made of lots, and holds. Only the functions in
-- server/db/functions/points move these rows; the view ledger_check states what must always be true of them.

-- In the order in which accounts are locked (lock_accounts.sql).
create type account_kind as enum (
  'wallet',
  'earnings',
  'debt',
  'issuer',
  'platform',
  -- What a member has sold for on the flea market: it buys things there and is never paid out.
  'proceeds'
);

-- In the order in which lots are spent.
create type lot_kind as enum ('free', 'paid');

create type transfer_kind as enum (
  'grant',
  'spend',
  'capture',
  'refund',
  'expiry',
  -- What a wallet loses for good: points of an order whose payment was returned.
  'void',
  -- The part of a reversed payment that its wallet no longer had; it stands in the debt account.
  'chargeback',
  -- A debt paid from a later purchase.
  'repayment',
  -- A debt that is dropped because the dispute was won.
  'relief',
  -- How points leave an earnings account, besides a refund: payout (as money, to a bank), settlement (to the
  -- broadcaster's debt) and clawback (to the platform, after a lost chargeback).
  'payout',
  'settlement',
  'clawback',
  -- The remaining points of an erased person.
  'forfeiture'
);

create table account (
  id bigint generated always as identity (start with 101) primary key,
  kind account_kind not null,
  owner_id text references member (id),
  -- Always 0 for issuer and platform: they have entries only, or every transfer would wait for these rows.
  balance bigint not null default 0,
  -- The part of the balance that open holds have set aside.
  held bigint not null default 0 check (held >= 0),
  floor0 boolean not null generated always as (kind in ('wallet', 'earnings')) stored,
  -- Not later than the first expiry of an open lot; null without one.
  next_expiry_at timestamptz,
  unique nulls not distinct (kind, owner_id),
  check (not floor0 or balance - held >= 0),
  check ((owner_id is null) = (kind in ('issuer', 'platform'))),
  check (owner_id is not null or balance = 0),
  constraint account_proceeds_floor check (kind <> 'proceeds' or balance - held >= 0)
) with (fillfactor = 50);
create index account_expiry on account (next_expiry_at) where next_expiry_at is not null;
insert into account (id, kind) overriding system value values (1, 'issuer'), (2, 'platform');

-- No foreign keys from here to account: their share locks would meet on the platform's row in every transfer.
-- ledger_check looks for what they would have refused.
create table transfer (
  id bigint generated always as identity primary key,
  -- The command's idempotency key: a retry finds the first transfer by it.
  idem text not null unique,
  kind transfer_kind not null,
  debit bigint not null,
  credit bigint not null,
  amount bigint not null check (amount > 0),
  -- The platform's part of amount.
  fee bigint not null default 0 check (fee between 0 and amount),
  -- Why, in the words of the area that asked: registration, call, pointBack …
  purpose text not null,
  -- What it was for: the id of a call, an order …
  reference text,
  hold_id bigint,
  reverses_id bigint,
  created_at timestamptz not null default now(),
  check (debit <> credit),
  check ((kind = 'refund') = (reverses_id is not null)),
  check ((kind = 'capture') = (hold_id is not null))
);
create index transfer_reversal on transfer (reverses_id) where reverses_id is not null;
-- Purposes of an order's transfers: purchase (the paid lot), purchaseBonus, firstPurchase, debt, orderRefund,
-- chargeback, disputeWon.
create index transfer_of_order on transfer (reference)
  where purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt', 'orderRefund', 'chargeback', 'disputeWon');
-- What is paid in a visit to a live room, beside its meter.
create index transfer_of_visit on transfer (reference) where purpose in ('liveComment', 'livePresent', 'liveMenu');
-- This table and `entry` grow at their end, in these orders, so such a small index costs a payment nothing.
create index transfer_by_time on transfer using brin (created_at);

create table entry (
  account_id bigint not null,
  transfer_id bigint not null,
  amount bigint not null check (amount <> 0),
  primary key (account_id, transfer_id)
);
create index entry_by_transfer on entry using brin (transfer_id);

create table lot (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  grant_transfer_id bigint not null unique,
  kind lot_kind not null,
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  -- The index below names this column and not `remaining`, so that spending from a lot updates no index.
  closed boolean not null generated always as (remaining = 0) stored,
  expires_at timestamptz not null
) with (fillfactor = 60);
create index lot_open on lot (account_id, kind, expires_at, id) where not closed;
create index lot_paid on lot (account_id) where kind = 'paid';

-- How much a spend, a capture or an expiry used of each lot.
create table lot_use (
  transfer_id bigint not null,
  lot_id bigint not null,
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  primary key (transfer_id, lot_id)
);

-- How much a refund returned to each lot.
create table lot_return (
  transfer_id bigint not null,
  lot_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (transfer_id, lot_id)
);

create table hold (
  id bigint generated always as identity primary key,
  idem text not null unique,
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  captured bigint not null default 0 check (captured >= 0),
  released bigint not null default 0 check (released >= 0),
  open boolean not null generated always as (captured + released < amount) stored,
  -- Null: the hold lives as long as its meter.
  expires_at timestamptz,
  reference text,
  created_at timestamptz not null default now(),
  check (captured + released <= amount)
) with (fillfactor = 70);
create index hold_expiry on hold (expires_at) where open and expires_at is not null;
-- Open holds are counted every few seconds, among all that ever existed.
create index hold_open on hold (id) where open;

-- Results of ledger_check, nightly and when an operator asked.
create table operator_ledger_check (
  id bigint generated always as identity primary key,
  -- Null: the nightly job.
  run_by bigint references operator (id),
  checked_at timestamptz not null default now(),
  took_ms int not null check (took_ms >= 0),
  -- At most 1,000 are counted; the first ones are stored with their texts.
  defects int not null check (defects >= 0),
  first_defects jsonb not null
);

-- Each Japanese day's transfers as one hash, chained to that of the day before.
create table daily_checkpoint (
  day date primary key,
  transfers bigint not null,
  -- The sum of their amounts.
  points bigint not null,
  -- Over the day's transfers with their entries, in the order of their ids (day_content).
  digest bytea not null,
  -- The checkpoint of the day before; 32 zero bytes before the first.
  previous_hash bytea not null,
  hash bytea not null unique,
  made_at timestamptz not null default now()
);
