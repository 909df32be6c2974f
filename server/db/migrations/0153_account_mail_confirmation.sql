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
