-- What a broadcaster shows, who favours whom, and what callers say of their calls.

create table broadcaster (
  member_id text primary key references member (id) on delete cascade,
  job text,
  bio text not null default '',
  tags text[] not null default '{}',
  -- Points per minute, multiples of 10; null: she doesn't take that kind.
  rate_video int check (rate_video % 10 = 0 and rate_video between 50 and 1000),
  rate_voice int check (rate_voice % 10 = 0 and rate_voice between 50 and 1000),
  -- [{weekday 0-6, fromMinute, toMinute}] in Japanese time; toMinute may pass 1440.
  schedule jsonb not null default '[]',
  standby_since timestamptz,
  -- Answers by herself: only the demo's participants do (never in production).
  answers_by_herself boolean not null default false,
  approved_at timestamptz not null default now()
);
create index broadcaster_standby on broadcaster (standby_since) where standby_since is not null;

-- The newest heartbeat of any page of a member (product.md 3, Standby).
create table presence (
  member_id text primary key references member (id) on delete cascade,
  seen_at timestamptz not null
) with (fillfactor = 50);

create table bookmark (
  member_id text not null references member (id) on delete cascade,
  partner_id text not null references member (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, partner_id),
  check (member_id <> partner_id)
);
create index bookmark_partner on bookmark (partner_id);

create table image (
  id text primary key,
  owner_id text references member (id) on delete cascade,
  -- 1 avatar, 6 content (product.md 10).
  kind int not null check (kind in (1, 6)),
  -- File name of the original below the storage folder.
  path text not null,
  created_at timestamptz not null default now()
);
create index image_owner on image (owner_id);
