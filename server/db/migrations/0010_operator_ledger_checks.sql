-- What ledger_check said, nightly and when an operator asked.
create table operator_ledger_check (
  id bigint generated always as identity primary key,
  -- Null: the nightly job.
  run_by bigint references operator (id),
  checked_at timestamptz not null default now(),
  took_ms int not null check (took_ms >= 0),
  -- At most 1,000 are counted; the first ones are kept with their words.
  defects int not null check (defects >= 0),
  first_defects jsonb not null
);
