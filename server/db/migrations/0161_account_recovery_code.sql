-- A way back that needs neither mail nor phone: one code a member, good for one sign-in.

create table recovery_code (
  member_id text primary key references member (id) on delete cascade,
  -- Keyed hash: without the installation's secret nobody can try codes against it. Null once it is used up.
  code_hash text unique,
  created_at timestamptz not null,
  used_at timestamptz,
  check ((code_hash is null) = (used_at is not null))
);
