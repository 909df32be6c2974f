-- Legal texts: a published version never changes.
create table legal_version (
  document text not null check (
    document in ('terms', 'privacy', 'tokushoho', 'shikin', 'external-transmission', 'community')
  ),
  -- Counts up from 1; the highest is in force.
  number int not null check (number > 0),
  markdown text not null check (markdown <> ''),
  -- What changed, in one sentence; '' for the first one.
  change_summary text not null,
  -- Members agree to it before new calls and purchases.
  asks_consent boolean not null check (not asks_consent or document in ('terms', 'privacy')),
  -- Null: it came with the program.
  published_by bigint references operator (id),
  published_at timestamptz not null,
  -- Made by the operator's browser: a repeat publishes once.
  command_id uuid unique,
  primary key (document, number)
);

-- Who agreed to which version, and when. The row stays with the member's row, as evidence.
create table member_agreement (
  member_id text not null references member (id),
  document text not null,
  version int not null,
  agreed_at timestamptz not null,
  primary key (member_id, document, version),
  constraint member_agreement_version foreign key (document, version) references legal_version (document, number)
);

-- Landing pages of campaigns and notices, at /message/{name}.
create table message_page (
  name text primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$'),
  title text not null check (title <> ''),
  lead text not null,
  markdown text not null check (markdown <> ''),
  image_id text references image (id),
  button_label text check (button_label <> ''),
  button_target text,
  published_from timestamptz not null,
  -- From then on the page can't be opened; null: it stays.
  published_until timestamptz check (published_until > published_from),
  -- Whether /message links to it.
  is_listed boolean not null,
  -- Counts its changes, so that nobody overwrites what a colleague has saved meanwhile.
  revision int not null default 1 check (revision > 0),
  -- Of the last change, made by the operator's browser: a repeat changes nothing.
  command_id uuid,
  check ((button_label is null) = (button_target is null))
);
create index message_page_image on message_page (image_id) where image_id is not null;
