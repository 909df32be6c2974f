-- The second encoding of each version: buyers get each segment's pictures from one or the other.
alter table video_file drop constraint video_file_role_check,
  add constraint video_file_role_check check (role in ('part', '360', '720', '360-second', '720-second'));
-- How long a segment is; null for a video with one encoding, whose copies are all the same.
alter table video add column segment_ms int check (segment_ms > 0);
