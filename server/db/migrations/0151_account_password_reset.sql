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
