-- Verified mobile numbers, and the codes that verify them.

-- Keyed hashes of every number the account has verified so far: accounts that ever shared one are taken for one person's
-- and never call or write to each other (product.md 1).
alter table member add phone_keys text[] not null default '{}';

create table member_phone (
  member_id text primary key references member (id) on delete cascade,
  -- Keyed hash: one account at a time has a number.
  number_key text not null unique,
  -- Sealed for this member.
  number_sealed bytea not null,
  verified_at timestamptz not null
);

create table phone_code (
  id uuid primary key,
  member_id text not null references member (id) on delete cascade,
  number_key text not null,
  number_sealed bytea not null,
  -- Keyed hash of the network that asked.
  network_key text not null,
  -- Keyed hash of this row's id and the six digits.
  code_key text not null,
  tries int not null default 0 check (tries >= 0),
  -- False: others have used the number's share up, so nothing went out (docs/decisions/0044-phone.md).
  is_sent boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz
);
-- A new code ends the one before.
create unique index phone_code_open on phone_code (member_id) where ended_at is null;
create index phone_code_member on phone_code (member_id, created_at);
create index phone_code_number on phone_code (number_key, created_at);
create index phone_code_network on phone_code (network_key, created_at);
