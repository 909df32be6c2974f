-- Operators: staff, separate from members. How they sign in, and what they did.
create table operator (
  id bigint generated always as identity primary key,
  mail text not null check (mail = lower(mail) and mail <> ''),
  password_hash text not null,
  -- Encrypted with the installation's secret: a stolen table makes no codes. Null until the first sign-in
  -- enrols one.
  totp_secret bytea,
  -- The newest time step whose code was used, so that a code works once.
  totp_last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index operator_mail on operator (mail);

create table operator_recovery_code (
  operator_id bigint not null references operator (id),
  -- Keyed hash: the codes can't be guessed from it.
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
  -- The secret that this session offers to enrol, encrypted. It counts once a code made with it was entered.
  offered_totp_secret bytea,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- The session ends then, however active it is.
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index operator_session_operator on operator_session (operator_id) where revoked_at is null;

-- What operators did; insert only.
create table operator_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null: a command on the machine itself.
  operator_id bigint references operator (id),
  address text,
  -- The name of the endpoint, of the sign-in step, or of the command.
  action text not null,
  -- The id of the member, order, point pack … that it was about.
  subject text,
  before jsonb,
  after jsonb
);
create index operator_audit_operator on operator_audit (operator_id, id);
create index operator_audit_subject on operator_audit (subject, id) where subject is not null;

-- Alerts to the operators. While an alert is open, raising it again increases its count and adds no row.
create table operator_notice (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  -- A sentence for people, as it was when the alert was last raised.
  text text not null,
  times int not null default 1 check (times > 0),
  raised_at timestamptz not null default now(),
  last_raised_at timestamptz not null default now(),
  done_at timestamptz,
  done_by bigint references operator (id),
  check ((done_at is null) = (done_by is null))
);
create unique index operator_notice_open on operator_notice (kind, subject) where done_at is null;
create index operator_notice_done on operator_notice (id) where done_at is not null;
