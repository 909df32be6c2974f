-- How a caller becomes a broadcaster: what was handed in, who looked at it and decided. What is encrypted
-- here opens with the installation's secret alone.

-- How many days documents are stored after a decision: one row.
create table identity_setting (
  is_the_one boolean primary key default true check (is_the_one),
  approved_kept_days int not null default 30 check (approved_kept_days between 1 and 180),
  refused_kept_days int not null default 7 check (refused_kept_days between 1 and 180)
);
insert into identity_setting default values;

create table broadcaster_application (
  id bigint generated always as identity primary key,
  member_id text not null references member (id) on delete cascade,
  -- draft, submitted and needsMore are open; a member has one open application.
  state text not null default 'draft'
    check (state in ('draft', 'submitted', 'needsMore', 'approved', 'refused', 'withdrawn')),
  document_kind text not null
    check (document_kind in ('driversLicence', 'myNumberCard', 'passport', 'residenceCard')),
  -- Legal name, its kana and the birth date, encrypted; deleted with the documents.
  person bytea,
  -- Keyed hashes of name and of kana, each with the birth date: they find the same person under another
  -- account.
  person_keys text[] not null default '{}',
  terms_version text,
  terms_agreed_at timestamptz,
  created_at timestamptz not null,
  -- When the applicant or an operator last acted on it.
  moved_at timestamptz not null,
  submitted_at timestamptz,
  -- Images received for it, including those that were replaced.
  uploads int not null default 0,
  submissions int not null default 0 check (submissions >= 0),
  decided_at timestamptz,
  -- Who decided or asked for more last. Null with a decision: the applicant withdrew it, or its time ran out.
  decided_by bigint references operator (id),
  reason text,
  -- To the applicant.
  message text not null default '',
  asked_sides text[] not null default '{}',
  -- When a refused applicant may apply again; null: never.
  apply_again_at timestamptz,
  documents_deleted_at timestamptz,
  check ((state in ('approved', 'refused', 'withdrawn')) = (decided_at is not null)),
  check ((submissions > 0) = (submitted_at is not null))
);
create unique index broadcaster_application_open on broadcaster_application (member_id)
  where state in ('draft', 'submitted', 'needsMore');
create index broadcaster_application_member on broadcaster_application (member_id, id desc);
create index broadcaster_application_waiting on broadcaster_application (submitted_at, id) where state = 'submitted';
create index broadcaster_application_kept on broadcaster_application (decided_at)
  where decided_at is not null and documents_deleted_at is null;
create index broadcaster_application_person on broadcaster_application using gin (person_keys);

create table identity_document (
  id uuid primary key,
  application_id bigint not null references broadcaster_application (id) on delete cascade,
  side text not null check (side in ('front', 'back', 'selfie')),
  -- Made by the applicant's browser: the same upload again is the same document.
  upload_id uuid not null,
  -- The file's own key, encrypted.
  wrapped_key bytea not null,
  created_at timestamptz not null,
  -- Null until the storage holds the file.
  stored_at timestamptz,
  -- No longer in use: a job deletes the file, then the row.
  retired_at timestamptz
);
create unique index identity_document_side on identity_document (application_id, side)
  where stored_at is not null and retired_at is null;
create index identity_document_leftover on identity_document (created_at)
  where stored_at is null or retired_at is not null;
