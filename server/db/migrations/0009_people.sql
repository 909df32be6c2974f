-- Broadcasters' profiles, callers' profiles, favourites, presence and what search reads.
create table broadcaster (
  member_id text primary key references member (id) on delete cascade,
  job text,
  bio text not null default '',
  tags text[] not null default '{}',
  -- Points per minute, multiples of 10. Null: the broadcaster doesn't offer that kind of call.
  rate_video int check (rate_video % 10 = 0 and rate_video between 50 and 1000),
  rate_voice int check (rate_voice % 10 = 0 and rate_voice between 50 and 1000),
  -- [{weekday 0-6, fromMinute, toMinute}] in Japanese time; toMinute may pass 1440.
  schedule jsonb not null default '[]',
  standby_since timestamptz,
  -- Answers calls automatically: only the demo's participants do, never in production.
  answers_automatically boolean not null default false,
  approved_at timestamptz not null default now(),
  -- Lists sort by rating on every visit of the home screen, so the totals stand in this row. Triggers on
  -- review keep them right, whichever way a review appears or goes.
  review_count int not null default 0 check (review_count >= 0),
  review_score_sum int not null default 0 check (review_score_sum between review_count and review_count * 5),
  -- The broadcaster chose to be 待機中 without an open page, as long as a push reaches them (product.md 3.18).
  push_standby boolean not null default false,
  -- Whether other services may show the broadcaster's name and portrait where somebody shares a link to the profile.
  is_shared boolean not null default false
);
create index broadcaster_standby on broadcaster (standby_since) where standby_since is not null;

-- A caller's profile, for broadcasters. A broadcaster's profile stands in the broadcaster's row.
create table caller_profile (
  member_id text primary key references member (id) on delete cascade,
  job text,
  bio text not null default '',
  tags text[] not null default '{}'
);

-- The bounds within which broadcasters choose their rates for calls and for live rooms, in points per minute, as
-- operators set them (docs/decisions/0030-studio-and-home.md). A stored rate stays valid when the bounds move.
create table call_rate_bound (
  kind text primary key check (kind in ('voice', 'video', 'liveWatch', 'liveCall')),
  min_points int not null check (min_points % 10 = 0 and min_points >= 50),
  max_points int not null check (max_points % 10 = 0 and max_points <= 1000),
  check (min_points <= max_points)
);
insert into call_rate_bound (kind, min_points, max_points) values
  ('voice', 50, 1000), ('video', 50, 1000), ('liveWatch', 50, 1000), ('liveCall', 50, 1000);

create table bookmark (
  member_id text not null references member (id) on delete cascade,
  partner_id text not null references member (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, partner_id),
  check (member_id <> partner_id)
);
create index bookmark_partner on bookmark (partner_id);
-- A member's favourites page by page, and everybody's of the last days.
create index bookmark_newest on bookmark (member_id, created_at desc, partner_id);
create index bookmark_created on bookmark (created_at) include (partner_id, member_id);

create table presence (
  member_id text not null references member (id) on delete cascade,
  node_id uuid not null,
  here_until timestamptz not null,
  -- A page of the member has its socket at this node.
  is_open boolean not null,
  primary key (member_id, node_id)
) with (fillfactor = 50);

-- What /search filters, sorts and reads, one narrow row per broadcaster: at worst, a mix of filters reads
-- 100,000 rows once. Triggers keep the row, so that no way of changing a broadcaster can miss it.
create table search_entry (
  member_id text primary key references broadcaster (member_id) on delete cascade,
  -- Null while the age is hidden: no filter by age finds the broadcaster.
  age int,
  region text,
  born_on date,
  tags text[] not null,
  -- Points per minute; null: that kind isn't offered. `price_low` is the lower of both, 2^31 - 1 without any.
  price_video int,
  price_voice int,
  price_low int not null,
  -- Ascending, so that one row comparison continues after any of them: tenths of the mean score, the number
  -- of reviews, and the microseconds of the approval, each negative. 0: no review.
  rating_rank int not null,
  review_rank int not null,
  newest_rank bigint not null
);
create index search_entry_rating on search_entry (rating_rank, review_rank, member_id);
create index search_entry_newest on search_entry (newest_rank, member_id);
create index search_entry_price on search_entry (price_low, rating_rank, review_rank, member_id);
create index search_entry_price_video on search_entry (price_video, rating_rank, review_rank, member_id)
  where price_video is not null;
create index search_entry_price_voice on search_entry (price_voice, rating_rank, review_rank, member_id)
  where price_voice is not null;
create index search_entry_reviews on search_entry (review_rank, rating_rank, member_id);
create index search_entry_region on search_entry (region, age);
-- Without a list of pending entries, which every search would have to read.
create index search_entry_tags on search_entry using gin (tags) with (fastupdate = off);
-- 評価 lists only broadcasters with enough reviews; most of the best rated have one or two.
create index search_entry_ranked on search_entry (rating_rank, review_rank, member_id) where review_rank <= -5;

create table search_text (
  member_id text primary key references search_entry (member_id) on delete cascade,
  -- Name, job, tags and bio, folded, each on a line of its own.
  folded text not null
);

-- Who was on standby when a search began: what `recommended` puts first must not change from page to page. It
-- is kept while a next page may still be requested. A crash loses it, which ends that search and nothing
-- else.
create unlogged table standby_list (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null default now(),
  member_ids text[] not null
);
create index standby_list_taken on standby_list (taken_at);

-- When a broadcaster's followers were last notified of standby: at most once an hour.
create table standby_announced (
  member_id text primary key references member (id) on delete cascade,
  announced_at timestamptz not null
);

-- Callers who asked to be notified once when a broadcaster is on standby (product.md 3.22). A row is an open
-- request: it goes when it is answered, cancelled or over.
create table availability_request (
  caller_id text not null references member (id) on delete cascade,
  broadcaster_id text not null references member (id) on delete cascade,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (caller_id, broadcaster_id),
  check (caller_id <> broadcaster_id)
);
create index availability_request_broadcaster on availability_request (broadcaster_id, requested_at);
create index availability_request_expires on availability_request (expires_at);

-- What a broadcaster's followers are still to be notified of; a row goes when they are. One row is written for it,
-- whatever the number of followers.
create table follower_announcement (
  kind text not null,
  -- The post, the item or the room.
  subject text not null,
  broadcaster_id text not null references member (id),
  due_at timestamptz not null default now(),
  primary key (kind, subject)
);
create index follower_announcement_due on follower_announcement (due_at);
