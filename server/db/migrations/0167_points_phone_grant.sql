-- The points of a verified phone: once a number ever and once an account (product.md 6). Keyed hashes alone, so that the
-- row may stay when the account's person is erased.
create table phone_grant (
  number_key text primary key,
  member_id text not null unique references member (id) on delete cascade,
  created_at timestamptz not null default now()
);
