-- Passkeys: keys that stay with the member's device or password manager; we keep what checks their signatures.

-- The name that passkeys know a member by (WebAuthn's user handle): random, it tells nothing of him and stays the same.
create table passkey_user (
  member_id text primary key references member (id) on delete cascade,
  handle bytea not null unique check (octet_length(handle) = 32)
);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  member_id text not null references passkey_user (member_id) on delete cascade,
  -- Of the authenticator; the same one never opens two accounts.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- COSE, as it came.
  public_key bytea not null,
  -- The authenticator's own count of signatures; 0 for good where it doesn't count. A copy of the key falls behind.
  counter bigint not null check (counter >= 0),
  -- Whether the key may leave its device at all; it never changes.
  is_backup_eligible boolean not null,
  is_backed_up boolean not null check (is_backup_eligible or not is_backed_up),
  -- How a browser reaches the authenticator, as it said itself.
  transports text[] not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_member on passkey (member_id, created_at desc);

-- What was given to be signed, until it is: once, in five minutes, by the browser or the session that asked for it.
create table passkey_challenge (
  -- SHA-256: a stolen table has nothing to sign.
  challenge_hash bytea primary key,
  -- SHA-256 of who may bring it back, and for what.
  holder_hash bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
