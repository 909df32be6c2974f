-- Videos of members: how they arrive in parts, and what they were converted to.
create table video (
  -- The UUID that the client sends first.
  id uuid primary key,
  owner_id text references member (id) on delete set null,
  -- What uses it; null until then.
  purpose text check (purpose in ('gallery', 'timeline')),
  state text not null check (state in ('receiving', 'waiting', 'processing', 'ready', 'refused')),
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0 check (received between 0 and bytes),
  problem text,
  -- Of the conversion that runs.
  percent int not null default 0,
  tries int not null default 0,
  -- Who converts it; only this try may finish it.
  attempt uuid,
  claimed_until timestamptz,
  -- SHA-256 of what was sent.
  source_hash text,
  duration_ms int,
  width int,
  height int,
  poster_id text references image (id) on delete set null,
  created_at timestamptz not null default now(),
  arrived_at timestamptz,
  -- Nobody sees it from then on, and the job deletes it.
  expires_at timestamptz,
  -- Evidence: the files are kept until then.
  kept_until timestamptz,
  -- How long a segment is; null for a video with one encoding, whose copies are all the same.
  segment_ms int check (segment_ms > 0),
  check ((problem is not null) = (state = 'refused')),
  check (state <> 'ready' or (duration_ms > 0 and width > 0 and height > 0))
);
create index video_owner on video (owner_id);
create index video_due on video (arrived_at) where state in ('waiting', 'processing');
create index video_expired on video (expires_at) where expires_at is not null;

-- The files of a video, each written here before it is stored, so that none is without a row.
create table video_file (
  key text primary key,
  video_id uuid not null references video (id) on delete cascade,
  -- `…-second` is the second encoding of a version: buyers get each segment's pictures from one or the other.
  role text not null check (role in ('part', '360', '720', '360-second', '720-second')),
  -- Of a part: where it begins.
  place bigint,
  bytes bigint not null check (bytes > 0),
  -- Of a version: the try that made it.
  attempt uuid,
  is_stored boolean not null default false,
  check ((role = 'part') = (place is not null)),
  check ((role = 'part') = (attempt is null))
);
create index video_file_video on video_file (video_id);
