-- Operators: staff, apart from members. How they sign in, and what they did.

create table operator (
  id bigint generated always as identity primary key,
  mail text not null check (mail = lower(mail) and mail <> ''),
  password_hash text not null,
  -- Sealed with the installation's secret: a stolen table makes no codes. Null until the first sign-in enrols one.
  totp_secret bytea,
  -- The newest time step whose code was used: a code works once.
  totp_last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index operator_mail on operator (mail);

create table operator_recovery_code (
  operator_id bigint not null references operator (id),
  -- Keyed: the codes can't be guessed from it.
  code_hash text not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

create table operator_session (
  -- SHA-256 of the cookie's opaque id: a stolen table opens no session.
  id_hash bytea primary key,
  operator_id bigint not null references operator (id),
  -- Null while only the password was given.
  passed_both_at timestamptz,
  -- The secret this session offers to enrol, sealed; it counts once a code made with it has come back.
  offered_totp_secret bytea,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Whatever happens in between.
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index operator_session_operator on operator_session (operator_id) where revoked_at is null;

-- Who did what, insert only.
create table operator_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null: the command line of the machine itself.
  operator_id bigint references operator (id),
  address text,
  -- The name of the endpoint, of the step of a sign-in, or of the command.
  action text not null,
  -- On what: a member's id, an order's, a course's.
  subject text,
  before jsonb,
  after jsonb
);
create index operator_audit_operator on operator_audit (operator_id, id);
create index operator_audit_subject on operator_audit (subject, id) where subject is not null;
create trigger insert_only before update or delete or truncate on operator_audit
  for each statement execute function refuse_change();
