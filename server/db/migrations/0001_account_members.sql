-- Members, and how an account begins and ends.
create table member (
  id text primary key check (id ~ '^\d{1,12}$'),
  role text not null default 'caller' check (role in ('caller', 'broadcaster', 'operator', 'closed')),
  name text not null check (name <> ''),
  -- Region and age are empty until the member gives them (product.md 8.1).
  region text,
  age int check (age between 18 and 120),
  avatar_id text,
  email text,
  password_hash text,
  -- The browser that registered. すでに登録されています means that it registered within 24 h (product.md 6.6).
  device_key text,
  campaign_code text not null default 'Organic',
  analytics_client_id text,
  -- True for the seeded people of the demo; the product itself never sets it.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- Asked before the first purchase (product.md 1.6). It is stated once; a member who mistyped it writes to
  -- us.
  born_on date check (born_on >= date '1900-01-01'),
  born_on_stated_at timestamptz,
  -- Keyed hashes of every number that the account has verified. Accounts that ever shared a number count as
  -- one person's and never call or write to each other (product.md 1.3).
  phone_keys text[] not null default '{}',
  -- A registration declares an age of 18 or more (product.md 1.4): the version of the declared sentence, and
  -- when.
  age_declaration_version text,
  age_declared_at timestamptz,
  quit_at timestamptz,
  -- From then on nothing of the person is left, and nobody can sign in to the account.
  erased_at timestamptz,
  -- When a document proved the birth date. The shown age then follows from it and can't be edited.
  age_checked_at timestamptz,
  -- Whether a member's age is shown, and whether a search by age finds the member.
  is_age_shown boolean not null default true,
  check ((born_on is null) = (born_on_stated_at is null)),
  check (age_checked_at is null or born_on is not null),
  constraint member_age_declaration check ((age_declaration_version is null) = (age_declared_at is null)),
  constraint member_quit check ((role = 'closed') = (quit_at is not null)),
  constraint member_erased check (erased_at is null or quit_at is not null),
  -- A change of profile that was under way during the deactivation must not write a name or a portrait back
  -- into the row that everybody reads.
  constraint member_left_name
  check (role <> 'closed' or (name = '退会したユーザー' and avatar_id is null))
);
create unique index member_email on member (lower(email)) where email is not null;
create index member_device on member (device_key, created_at desc) where device_key is not null;
create index member_leaving on member (quit_at) where quit_at is not null and erased_at is null;
-- Operators search members by the beginning of a name (server/moderation/member-queries.ts).
create index member_name on member (lower(name) text_pattern_ops, id);

-- Registrations per address, for the hourly limit. The address is a keyed hash and is deleted after a day.
create table registration (
  id bigint generated always as identity primary key,
  address_key text not null,
  registered_at timestamptz not null
);
create index registration_address on registration (address_key, registered_at);

-- Registrations to report to the campaign's host (product.md 8.8), once one is configured. The id is this
-- row's own, so nothing here names the member to that host.
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
  -- Delivered as mail and SMS are; worthless after three days.
  expires_at timestamptz not null,
  check (sent_at is null or given_up_at is null)
);
create index conversion_postback_due on conversion_postback (next_try_at)
  where sent_at is null and given_up_at is null;
create index conversion_postback_member on conversion_postback (member_id);

create table account_closure (
  member_id text primary key references member (id),
  reason text not null check (reason in ('notUsing', 'price', 'noMatch', 'trouble', 'difficult', 'privacy', 'other')),
  -- Restored when the member returns; null once it is erased.
  comment text,
  role text check (role in ('caller', 'broadcaster')),
  name text,
  avatar_id text,
  closed_at timestamptz not null,
  -- The erasure has begun: the account can't be restored, even if the erasure was interrupted.
  erasing_since timestamptz
);

-- Exports of their own data that members asked for: one zip per member, the newest.
create table data_export (
  member_id text primary key references member (id) on delete cascade,
  -- Names the file. Each try has a new one, because a key of the storage always names the same bytes.
  file_id uuid,
  requested_at timestamptz not null,
  tries int not null default 0,
  ready_at timestamptz,
  failed_at timestamptz,
  bytes bigint,
  -- From then on the export can't be fetched, and a job deletes the file and the row.
  expires_at timestamptz,
  check (ready_at is null or failed_at is null),
  check ((ready_at is null) or (file_id is not null and bytes is not null and expires_at is not null))
);
create index data_export_waiting on data_export (requested_at) where ready_at is null and failed_at is null;
create index data_export_expiry on data_export (expires_at) where expires_at is not null;
