-- The order of the feeds: taken when a post is published, so a scheduled post is new when it appears.
create sequence timeline_seq;

-- Posts of members (product.md 12). A feed reads newest posts by author; nothing is written for a follower.
create table timeline_post (
  -- The UUID that the client sends: the same id again is the same post.
  id uuid primary key,
  author_id text not null references member (id) on delete cascade,
  -- scheduled: not published yet. deleted: by its author. removed: by an operator.
  state text not null check (state in ('scheduled', 'shown', 'deleted', 'removed')),
  -- Written by a broadcaster, and so seen by everybody; a caller's post is seen by broadcasters alone, and
  -- remains so if the caller becomes a broadcaster.
  is_public boolean not null,
  text text not null,
  -- The choices of a poll; null without one.
  poll_choices text[] check (cardinality(poll_choices) between 2 and 4),
  poll_days int check (poll_days between 1 and 7),
  poll_closes_at timestamptz,
  created_at timestamptz not null default now(),
  publish_at timestamptz,
  -- Both null until the post is published.
  seq bigint unique,
  posted_at timestamptz,
  edited_at timestamptz,
  -- When the author deleted it or an operator removed it.
  ended_at timestamptz,
  check ((poll_choices is null) = (poll_days is null)),
  check ((seq is null) = (posted_at is null)),
  check (state <> 'shown' or seq is not null),
  check ((state in ('deleted', 'removed')) = (ended_at is not null))
);
create index timeline_post_public on timeline_post (seq desc) where state = 'shown' and is_public;
create index timeline_post_shown on timeline_post (seq desc) where state = 'shown';
-- The feed of favourites reads nothing but this.
create index timeline_post_author on timeline_post (author_id, seq desc) include (is_public, id) where state = 'shown';
create index timeline_post_written on timeline_post (author_id, created_at);
create index timeline_post_due on timeline_post (publish_at) where state = 'scheduled';
create index timeline_post_ended on timeline_post (ended_at) where state = 'deleted';

create table timeline_image (
  image_id text primary key references image (id) on delete cascade,
  post_id uuid not null references timeline_post (id) on delete cascade,
  place int not null check (place between 0 and 3),
  width int not null,
  height int not null,
  unique (post_id, place)
);

-- Movies of posts (product.md 12.10). A post has one at most, and a video is in one post.
create table timeline_movie (
  post_id uuid primary key references timeline_post (id) on delete cascade,
  video_id uuid not null unique references video (id) on delete cascade,
  -- Of the video, and shown by the same rule.
  poster_id text not null unique references image (id) on delete cascade,
  duration_ms int not null check (duration_ms > 0),
  width int not null,
  height int not null
);

create table timeline_like (
  post_id uuid not null references timeline_post (id) on delete cascade,
  member_id text not null references member (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
create index timeline_like_member on timeline_like (member_id, created_at);

-- One vote a member; it can't be changed.
create table timeline_vote (
  post_id uuid not null references timeline_post (id) on delete cascade,
  member_id text not null references member (id) on delete cascade,
  choice int not null check (choice between 0 and 3),
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
create index timeline_vote_member on timeline_vote (member_id);

-- Counts of likes (`item` -1) and of votes for a choice (`item` 0 to 3), kept by triggers. Sixteen rows a
-- count, chosen by the member, so that members who like one post at the same time rarely wait for each other.
create table timeline_tally (
  post_id uuid not null references timeline_post (id) on delete cascade,
  item int not null,
  shard int not null,
  amount int not null,
  primary key (post_id, item, shard)
);

create table timeline_comment (
  id uuid primary key,
  seq bigint generated always as identity unique,
  post_id uuid not null references timeline_post (id) on delete cascade,
  author_id text not null references member (id) on delete cascade,
  -- The comment that it answers, which itself answers none.
  parent_id uuid references timeline_comment (id) on delete cascade,
  state text not null default 'shown' check (state in ('shown', 'deleted', 'removed')),
  text text not null,
  -- What those read who may not see the author: ユーザー1, ユーザー2 by their first comments on the post.
  guest_no int not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'shown') = (ended_at is null))
);
create index timeline_comment_post on timeline_comment (post_id, seq) where state = 'shown';
create index timeline_comment_answers on timeline_comment (parent_id, seq) where state = 'shown';
create index timeline_comment_written on timeline_comment (author_id, created_at);
create index timeline_comment_guests on timeline_comment (post_id, author_id, guest_no);
create index timeline_comment_ended on timeline_comment (ended_at) where state = 'deleted';

-- How far a member had read when the member last came, and at the visit before.
create table timeline_visit (
  member_id text primary key references member (id) on delete cascade,
  seen_seq bigint not null,
  earlier_seq bigint not null,
  seen_at timestamptz not null default now()
);
