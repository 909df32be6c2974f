-- Who was on standby when somebody began to search: what `recommended` puts first must not change from one page to the
-- next. Kept while somebody may still ask for a next page; lost in a crash, which ends such a search and nothing else.
create unlogged table standby_list (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null default now(),
  member_ids text[] not null
);
create index standby_list_taken on standby_list (taken_at);
