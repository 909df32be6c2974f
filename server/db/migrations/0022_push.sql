-- Where members without an open page are reached (product.md 3.10): one address per session, and so per
-- browser.
create table push_address (
  -- The address follows its session to another cookie.
  session_hash bytea primary key references session (id_hash) on delete cascade on update cascade,
  member_id text not null references member (id) on delete cascade,
  provider text not null check (provider in ('webPush', 'fcm')),
  -- The VAPID public key or the Firebase project that the address was issued to: no other sender can use it.
  sender text not null,
  -- As its provider needs it: {endpoint, keys} or {token}.
  address jsonb not null,
  -- SHA-256 of endpoint or token: an address is one browser's, whichever member is signed in there.
  address_hash bytea not null unique,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  last_success_at timestamptz,
  -- In a row, since the first of them.
  failures int not null default 0 check (failures >= 0),
  failing_since timestamptz check ((failing_since is null) = (failures = 0)),
  -- The ring that was pushed to it and isn't over; a member is in one call at a time.
  ringing_call_id uuid
);
create index push_address_member on push_address (member_id, refreshed_at);
create index push_address_ringing on push_address (ringing_call_id) where ringing_call_id is not null;
