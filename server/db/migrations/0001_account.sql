-- People and how they sign in.

create table member (
  id text primary key check (id ~ '^\d{1,12}$'),
  role text not null default 'caller' check (role in ('caller', 'broadcaster', 'operator')),
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
  -- The declaration of being 18 or older and the agreement to the terms, with version and time (product.md 1).
  terms_version text,
  terms_agreed_at timestamptz,
  -- Seeded people of the demo; never set by the product itself.
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index member_email on member (lower(email)) where email is not null;
create index member_device on member (device_key, created_at desc) where device_key is not null;

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
  revoked_at timestamptz
);
create index session_member on session (member_id);

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
