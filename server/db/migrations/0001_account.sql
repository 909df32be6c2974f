-- People and how they sign in.
create table member (
  id text primary key check (id ~ '^\d{1,12}$'),
  role text not null default 'caller' check (role in ('caller', 'broadcaster', 'operator', 'closed')),
  name text not null check (name <> ''),
  region text not null default '東京',
  age int not null default 20 check (age between 18 and 120),
  avatar_id text,
  email text,
  password_hash text,
  -- The browser that registered; 'すでに登録されています' means it registered within 24 h (product.md 6).
  device_key text,
  campaign_code text not null default 'Organic',
  analytics_client_id text,
  -- Seeded people of the demo; never set by the product itself.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- Asked before the first purchase (product.md 1). Stated once: who mistyped it writes to us.
  born_on date check (born_on >= date '1900-01-01'),
  born_on_stated_at timestamptz,
  -- Keyed hashes of every number the account has verified so far: accounts that ever shared one are taken for one person's
  -- and never call or write to each other (product.md 1).
  phone_keys text[] not null default '{}',
  -- Whoever registers declares to be 18 or older (product.md 1): which sentence stood there, and when. Those who
  -- registered before declared it as they did.
  age_declaration_version text,
  age_declared_at timestamptz,
  quit_at timestamptz,
  -- From then on nothing of the person is left, and nobody can sign in as it.
  erased_at timestamptz,
  -- Whose age was checked by a document shows that age: nobody changes it, birthdays do.
  age_checked_at timestamptz,
  -- Whether a member's age is shown to anybody, and found by.
  is_age_shown boolean not null default true,
  check ((born_on is null) = (born_on_stated_at is null)),
  check (age_checked_at is null or born_on is not null),
  constraint member_age_declaration check ((age_declaration_version is null) = (age_declared_at is null)),
  constraint member_quit check ((role = 'closed') = (quit_at is not null)),
  constraint member_erased check (erased_at is null or quit_at is not null),
  -- A change of profile that was under way while its member left must not bring a name or a portrait back to the row that
  -- everybody reads.
  constraint member_left_name
  check (role <> 'closed' or (name = '退会したユーザー' and avatar_id is null))
);
create unique index member_email on member (lower(email)) where email is not null;
create index member_device on member (device_key, created_at desc) where device_key is not null;
create index member_leaving on member (quit_at) where quit_at is not null and erased_at is null;

create table session (
  -- SHA-256 of the cookie's opaque id: a stolen table opens no session.
  id_hash bytea primary key,
  -- The session user's own token, not the cookie's id (product.md 8).
  token text not null unique,
  member_id text not null references member (id) on delete cascade,
  is_first_register boolean not null default false,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When whoever uses a session last showed that the account is theirs: by signing in, or by proving it again before
  -- something that an open phone in a stranger's hand must not do.
  proved_at timestamptz not null default now(),
  -- A member names a session by this, never by the key that finds it; it stays when the session goes on under another cookie.
  device_id uuid not null default gen_random_uuid(),
  -- Keyed hash of the browser's own mark; null where a session began before it was kept.
  device_key text
);
create index session_member on session (member_id);
create unique index session_device on session (device_id);

-- Failed sign-ins in a row, per account and per address. The subject is a keyed hash: no mail address, no IP.
create table sign_in_failure (
  subject text primary key,
  failures int not null check (failures > 0),
  last_failed_at timestamptz not null,
  blocked_until timestamptz
);

-- Registrations per address, for the hourly limit; the address is a keyed hash and is forgotten after a day.
create table registration (
  id bigint generated always as identity primary key,
  address_key text not null,
  registered_at timestamptz not null
);
create index registration_address on registration (address_key, registered_at);

-- A way back to an account whose password is forgotten, by its mail address.
create table password_reset (
  -- SHA-256 of the link's token: a stolen table opens no account.
  token_hash bytea primary key,
  member_id text not null references member (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_member on password_reset (member_id, created_at);

-- A mail address that was typed belongs to its account only when a link mailed to it was opened.
create table mail_confirmation (
  -- SHA-256 of the link's token: a stolen table confirms nothing.
  token_hash bytea primary key,
  member_id text not null references member (id) on delete cascade,
  email text not null,
  -- What is set with the first address; kept only while it waits.
  password_hash text,
  -- Where it was asked for: whoever changes the password keeps what he asked for himself.
  session_hash bytea references session (id_hash) on delete set null on update cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Taken back, or another took its place.
  ended_at timestamptz,
  check (confirmed_at is null or ended_at is null),
  check (password_hash is null or (confirmed_at is null and ended_at is null))
);
create unique index mail_confirmation_pending on mail_confirmation (member_id)
  where confirmed_at is null and ended_at is null;
create index mail_confirmation_member on mail_confirmation (member_id, created_at);
create index mail_confirmation_email on mail_confirmation (email, created_at);
create index mail_confirmation_session on mail_confirmation (session_hash) where session_hash is not null;

-- Browsers in which a member has signed in: another one is worth a notice. Forgotten after 400 days.
create table known_device (
  member_id text not null references member (id) on delete cascade,
  device_key text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (member_id, device_key)
);
create index known_device_last_seen on known_device (last_seen_at);

-- A way back that needs neither mail nor phone: one code a member, good for one sign-in.
create table recovery_code (
  member_id text primary key references member (id) on delete cascade,
  -- Keyed hash: without the installation's secret nobody can try codes against it. Null once it is used up.
  code_hash text unique,
  created_at timestamptz not null,
  used_at timestamptz,
  check ((code_hash is null) = (used_at is not null))
);

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

-- Accounts at Google that open a member's account. What Google signed is read once and never kept.
create table google_account (
  member_id text primary key references member (id) on delete cascade,
  -- Both together name the account for good (OpenID Connect Core 5.7); a mail address doesn't.
  issuer text not null check (issuer <> ''),
  subject text not null check (char_length(subject) between 1 and 255),
  -- As the issuer had verified it when the account was linked: for its owner to know it by, never to find anybody by.
  mail text,
  linked_at timestamptz not null,
  unique (issuer, subject)
);

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

-- Registrations to be told to the campaign's host (product.md 8), once that is configured. Nothing here names the
-- member to it: the id is this row's own.
create table conversion_postback (
  id uuid primary key default gen_random_uuid(),
  member_id text not null references member (id) on delete cascade,
  campaign_code text not null,
  analytics_client_id text,
  registered_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- A status or an error code.
  failure text,
  -- Postbacks are delivered as mail and SMS are, and are worth nothing after three days.
  expires_at timestamptz not null,
  check (sent_at is null or given_up_at is null)
);
create index conversion_postback_due on conversion_postback (next_try_at)
  where sent_at is null and given_up_at is null;
create index conversion_postback_member on conversion_postback (member_id);

create table account_closure (
  member_id text primary key references member (id),
  reason text not null check (reason in ('notUsing', 'price', 'noMatch', 'trouble', 'difficult', 'privacy', 'other')),
  -- What coming back restores; null once it is erased.
  comment text,
  role text check (role in ('caller', 'broadcaster')),
  name text,
  avatar_id text,
  closed_at timestamptz not null,
  -- The erasure has begun: there is no way back, also where it was interrupted.
  erasing_since timestamptz
);

-- What members asked for of their own data: one zip each, the newest.
create table data_export (
  member_id text primary key references member (id) on delete cascade,
  -- Names the file; a new one each try, as a key of the storage names the same bytes for good.
  file_id uuid,
  requested_at timestamptz not null,
  tries int not null default 0,
  ready_at timestamptz,
  failed_at timestamptz,
  bytes bigint,
  -- From then on it isn't there for anybody, and a job deletes the file and the row.
  expires_at timestamptz,
  check (ready_at is null or failed_at is null),
  check ((ready_at is null) or (file_id is not null and bytes is not null and expires_at is not null))
);
create index data_export_waiting on data_export (requested_at) where ready_at is null and failed_at is null;
create index data_export_expiry on data_export (expires_at) where expires_at is not null;
