-- Leaving. Who left is `closed` to everybody at once: his name and portrait move out of his row, where others find
-- them, into one that nobody reads but himself coming back. The row itself stays for good: calls, messages and the
-- ledger refer to it.
alter table member drop constraint member_role_check, add constraint member_role_check
  check (role in ('caller', 'broadcaster', 'operator', 'closed'));
alter table member
  add column quit_at timestamptz,
  -- From then on nothing of the person is left, and nobody can sign in as it.
  add column erased_at timestamptz,
  add constraint member_quit check ((role = 'closed') = (quit_at is not null)),
  add constraint member_erased check (erased_at is null or quit_at is not null);
create index member_leaving on member (quit_at) where quit_at is not null and erased_at is null;

create table account_closure (
  member_id text primary key references member (id),
  reason text not null check (reason in ('notUsing', 'price', 'noMatch', 'trouble', 'difficult', 'privacy', 'other')),
  -- What coming back restores; null once it is erased.
  comment text,
  role text check (role in ('caller', 'broadcaster')),
  name text,
  avatar_id text,
  closed_at timestamptz not null,
  -- The erasure has begun: there is no way back, also where it was interrupted.
  erasing_since timestamptz
);
