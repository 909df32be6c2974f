-- Buyers' copies show the buyer's short id in a corner where operators chose so.
alter table gallery_setting add column is_watermark_visible boolean not null default false;

-- Requests for pictures (product.md 7.12), and items that were delivered to one caller.
alter table gallery_item drop constraint gallery_item_state_check;
alter table gallery_item add constraint gallery_item_state_check check (
  state in ('draft', 'waiting', 'unreviewed', 'published', 'refused', 'withdrawn', 'removed', 'delivered'));

create table gallery_request (
  -- The UUID that the caller's page made.
  id uuid primary key,
  caller_id text not null references member (id) on delete cascade,
  broadcaster_id text not null references member (id) on delete cascade,
  wish text not null,
  points int not null check (points > 0),
  phase text not null default 'open'
    check (phase in ('open', 'accepted', 'delivered', 'declined', 'cancelled', 'expired')),
  hold_id bigint not null unique,
  -- What was delivered.
  item_id uuid references gallery_item (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  changed_at timestamptz not null default now(),
  check (item_id is null or phase = 'delivered')
);
create index gallery_request_caller on gallery_request (caller_id, created_at desc);
create index gallery_request_broadcaster on gallery_request (broadcaster_id, created_at desc);
create index gallery_request_due on gallery_request (expires_at) where phase in ('open', 'accepted');
create index gallery_request_item on gallery_request (item_id);

-- Who has seen which item today, as keyed hashes that nobody can reverse; a view counts once a viewer and Japanese day.
create table gallery_view (
  viewer_key text primary key,
  seen_on date not null
);
create index gallery_view_day on gallery_view (seen_on);
