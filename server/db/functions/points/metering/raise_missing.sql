-- What has to be held more when the call becomes a video call at this rate.
create or replace function raise_missing(m meter, video_rate int) returns bigint language plpgsql stable as $$
begin
  m.voice_points := coalesce(m.voice_points, m.increment_points);
  m.video_points := video_rate / 10;
  m.increment_points := m.video_points;
  return greatest(0, -excess_points(m));
end $$;
