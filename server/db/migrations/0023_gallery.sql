-- The gallery (product.md 7): items of broadcasters, what was bought, and what was taken down.
create table gallery_setting (
  is_only boolean primary key default true check (is_only),
  min_points int not null check (min_points > 0),
  max_points int not null check (max_points >= min_points),
  review text not null check (review in ('before', 'after', 'trusted')),
  -- Buyers' copies show the buyer's short id in a corner.
  is_watermark_visible boolean not null default false
);
insert into gallery_setting (min_points, max_points, review) values (50, 3000, 'before');

create table gallery_item (
  -- The UUID that the client sends with the first draft.
  id uuid primary key,
  owner_id text not null references member (id) on delete cascade,
  kind text not null check (kind in ('image', 'video')),
  title text not null,
  tags text[] not null default '{}',
  price int not null check (price >= 0),
  -- delivered: to the one caller who had requested it.
  state text not null check (
    state in ('draft', 'waiting', 'unreviewed', 'published', 'refused', 'withdrawn', 'removed', 'delivered')
  ),
  -- When the broadcaster wants it to appear; null: as soon as it may.
  appears_at timestamptz,
  -- From then on others see it; null unless its state lets them.
  shown_at timestamptz,
  submitted_at timestamptz,
  passed_at timestamptz,
  refusal_reason text check (refusal_reason in ('rights', 'person', 'explicit', 'contact', 'quality', 'other')),
  refusal_message text not null default '',
  refused_at timestamptz,
  -- Grows with each change, so that a review decides about what was seen.
  version int not null default 1,
  sale_count int not null default 0,
  favourite_count int not null default 0,
  view_count int not null default 0,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  video_id uuid references video (id) on delete set null,
  check ((shown_at is not null) = (state in ('unreviewed', 'published'))),
  check ((refusal_reason is not null) = (state = 'refused')),
  check (video_id is null or kind = 'video')
);
-- Each list is a walk along one of these.
create index gallery_item_newest on gallery_item (shown_at desc, id desc) where shown_at is not null;
create index gallery_item_free on gallery_item (shown_at desc, id desc) where shown_at is not null and price = 0;
create index gallery_item_owner on gallery_item (owner_id, shown_at desc, id desc);
create index gallery_item_tags on gallery_item using gin (tags) where shown_at is not null;
create index gallery_item_review on gallery_item (submitted_at) where state in ('waiting', 'unreviewed');
create unique index gallery_item_video on gallery_item (video_id);

create table gallery_file (
  item_id uuid not null references gallery_item (id) on delete cascade,
  role text not null check (role in ('original', 'preview')),
  place int not null check (place >= 0),
  image_id text not null references image (id) on delete cascade,
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- SHA-256 of the stored bytes, and a difference hash of 64 bits; null for drawings of the seed.
  exact_hash text,
  look_hash text check (look_hash ~ '^[01]{64}$'),
  primary key (item_id, role, place)
);
create unique index gallery_file_image on gallery_file (image_id);

create table gallery_purchase (
  item_id uuid not null references gallery_item (id) on delete cascade,
  member_id text not null references member (id) on delete cascade,
  points int not null check (points > 0),
  transfer_id bigint not null unique,
  bought_at timestamptz not null default now(),
  opened_at timestamptz,
  -- Operators have returned the points; the item is locked again.
  returned_at timestamptz,
  -- The platform paid, and the broadcaster kept the share.
  returned_by_platform boolean not null default false,
  primary key (item_id, member_id)
);
create index gallery_purchase_member on gallery_purchase (member_id, bought_at desc, item_id);
create index gallery_purchase_bought on gallery_purchase (bought_at, item_id);

create table gallery_favourite (
  member_id text not null references member (id) on delete cascade,
  item_id uuid not null references gallery_item (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, item_id)
);
create index gallery_favourite_newest on gallery_favourite (member_id, created_at desc, item_id);
create index gallery_favourite_item on gallery_favourite (item_id);
create index gallery_favourite_created on gallery_favourite (created_at, item_id);

-- A caller's request for pictures (product.md 7.12); the points are on hold until it is delivered or over.
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

-- Requests to take an item down, of members and of people without an account.
create table gallery_claim (
  id bigint generated always as identity primary key,
  command_id uuid not null unique,
  -- As it was named; a form may name an item that doesn't exist.
  item_id uuid not null,
  reason text not null check (reason in ('consent', 'age', 'rights', 'other')),
  text text not null default '',
  member_id text references member (id) on delete set null,
  name text,
  mail text,
  -- Keyed hash of the network of a form, for its limit.
  network text,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by bigint references operator (id),
  note text
);
create index gallery_claim_network on gallery_claim (network, created_at) where network is not null;
create index gallery_claim_member on gallery_claim (member_id, created_at) where member_id is not null;
create index gallery_claim_open on gallery_claim (id) where closed_at is null;
create index gallery_claim_item on gallery_claim (item_id);

-- What was taken down: the evidence, and the hashes that refuse the next upload of the same picture.
create table gallery_removal (
  item_id uuid primary key references gallery_item (id) on delete cascade,
  reason text not null check (reason in ('consent', 'age', 'rights', 'other')),
  note text not null,
  removed_at timestamptz not null default now(),
  removed_by bigint references operator (id),
  -- The pictures are kept for the authorities until then.
  evidence_until timestamptz not null,
  -- Whether buyers get their points back, by a job.
  returns_points boolean not null
);

create table gallery_refused_picture (
  id bigint generated always as identity primary key,
  exact_hash text not null,
  look_hash text not null check (look_hash ~ '^[01]{64}$'),
  created_at timestamptz not null default now()
);
create unique index gallery_refused_picture_exact on gallery_refused_picture (exact_hash);
