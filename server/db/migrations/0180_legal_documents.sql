-- Legal and rules pages: what was published stays as it was.

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
  -- Made by the operator's browser: publishing the same again publishes once.
  command_id uuid unique,
  primary key (document, number)
);
create trigger insert_only before update or delete or truncate on legal_version
  for each statement execute function refuse_change();
