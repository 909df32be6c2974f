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

alter table video drop constraint video_purpose_check,
  add constraint video_purpose_check check (purpose in ('gallery', 'timeline'));
