-- How members sign in: sessions, passwords, phone numbers, Google accounts and passkeys.
create table session (
  -- SHA-256 of the cookie's opaque id: a stolen table opens no session.
  id_hash bytea primary key,
  -- The session's own token, not the cookie's id (product.md 8.7).
  token text not null unique,
  member_id text not null references member (id) on delete cascade,
  is_first_register boolean not null default false,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When the user of this session last proved that the account is theirs: by signing in, or by the identity
  -- proof that a sensitive change asks for.
  proved_at timestamptz not null default now(),
  -- Names the session towards its member, who never sees the key that finds it. It stays the same when the
  -- session goes on under another cookie.
  device_id uuid not null default gen_random_uuid(),
  -- Keyed hash of the browser's device cookie; null for a session that began before the cookie existed.
  device_key text
);
create index session_member on session (member_id);
create unique index session_device on session (device_id);

-- Failed sign-ins in a row, per account and per address. The subject is a keyed hash of the mail address or
-- the IP.
create table sign_in_failure (
  subject text primary key,
  failures int not null check (failures > 0),
  last_failed_at timestamptz not null,
  blocked_until timestamptz
);

-- Links that set a new password, mailed to the account's address.
create table password_reset (
  -- SHA-256 of the link's token: a stolen table opens no account.
  token_hash bytea primary key,
  member_id text not null references member (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_member on password_reset (member_id, created_at);

-- A typed mail address belongs to its account only after a link mailed to it was opened.
create table mail_confirmation (
  -- SHA-256 of the link's token: a stolen table confirms nothing.
  token_hash bytea primary key,
  member_id text not null references member (id) on delete cascade,
  email text not null,
  -- Set together with the first address; stored only until the address is confirmed.
  password_hash text,
  -- The session that asked. A change of password ends the confirmations that other sessions asked for.
  session_hash bytea references session (id_hash) on delete set null on update cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Cancelled, or replaced by another one.
  ended_at timestamptz,
  check (confirmed_at is null or ended_at is null),
  check (password_hash is null or (confirmed_at is null and ended_at is null))
);
create unique index mail_confirmation_pending on mail_confirmation (member_id)
  where confirmed_at is null and ended_at is null;
create index mail_confirmation_member on mail_confirmation (member_id, created_at);
create index mail_confirmation_email on mail_confirmation (email, created_at);
create index mail_confirmation_session on mail_confirmation (session_hash) where session_hash is not null;

-- Browsers in which a member has signed in. A sign-in from another one is reported to the member. Deleted
-- after 400 days.
create table known_device (
  member_id text not null references member (id) on delete cascade,
  device_key text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (member_id, device_key)
);
create index known_device_last_seen on known_device (last_seen_at);

-- A recovery method without mail or phone: one code per member, good for one sign-in.
create table recovery_code (
  member_id text primary key references member (id) on delete cascade,
  -- Keyed hash: nobody can try codes against it without the installation's secret. Null once the code is
  -- used.
  code_hash text unique,
  created_at timestamptz not null,
  used_at timestamptz,
  check ((code_hash is null) = (used_at is not null))
);

create table member_phone (
  member_id text primary key references member (id) on delete cascade,
  -- Keyed hash: a number belongs to one account at a time.
  number_key text not null unique,
  -- Encrypted for this member.
  number_encrypted bytea not null,
  verified_at timestamptz not null
);

create table phone_code (
  id uuid primary key,
  member_id text not null references member (id) on delete cascade,
  number_key text not null,
  number_encrypted bytea not null,
  -- Keyed hash of the network that asked for the code.
  network_key text not null,
  -- Keyed hash of this row's id and the six digits.
  code_key text not null,
  tries int not null default 0 check (tries >= 0),
  -- False: other accounts have used up the number's quota, so nothing was sent
  -- (docs/decisions/0039-phone.md).
  is_sent boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or replaced by a newer code.
  ended_at timestamptz
);
-- A new code ends the previous one.
create unique index phone_code_open on phone_code (member_id) where ended_at is null;
create index phone_code_member on phone_code (member_id, created_at);
create index phone_code_number on phone_code (number_key, created_at);
create index phone_code_network on phone_code (network_key, created_at);

-- Google accounts that open a member's account. What Google signed is read once and never stored.
create table google_account (
  member_id text primary key references member (id) on delete cascade,
  -- Both together identify the account permanently (OpenID Connect Core 5.7); a mail address doesn't.
  issuer text not null check (issuer <> ''),
  subject text not null check (char_length(subject) between 1 and 255),
  -- As the issuer had verified it when the account was linked. It is shown to the owner and never used to
  -- find an account.
  mail text,
  linked_at timestamptz not null,
  unique (issuer, subject)
);

-- The user handle of WebAuthn: random, so that it says nothing about the member, and permanent.
create table passkey_user (
  member_id text primary key references member (id) on delete cascade,
  handle bytea not null unique check (octet_length(handle) = 32)
);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  member_id text not null references passkey_user (member_id) on delete cascade,
  -- Chosen by the authenticator; one credential never opens two accounts.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- COSE, as received.
  public_key bytea not null,
  -- The authenticator's count of signatures; always 0 where it doesn't count. A copy of the key falls behind.
  counter bigint not null check (counter >= 0),
  -- Whether the key may leave its device; it never changes.
  is_backup_eligible boolean not null,
  is_backed_up boolean not null check (is_backup_eligible or not is_backed_up),
  -- How a browser reaches the authenticator, as the browser reported it.
  transports text[] not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_member on passkey (member_id, created_at desc);

-- A challenge waits to be signed, once and within five minutes, by the browser or session that asked for it.
create table passkey_challenge (
  -- SHA-256: a stolen table has nothing to sign.
  challenge_hash bytea primary key,
  -- SHA-256 of what may answer the challenge, and of the purpose.
  holder_hash bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
