-- What other areas show of a video.
create or replace view shown_video as
select id, owner_id, state, problem, duration_ms, width, height, poster_id, source_hash from video;
