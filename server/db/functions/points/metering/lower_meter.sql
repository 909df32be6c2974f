-- The call has become a voice call: minutes are funded at this rate from now on. Called once every increment of
-- video is recorded; what is held for more of them funds the next increments.
create or replace function lower_meter(call text, voice_rate int) returns void language sql as $$
  update meter m set rate_points_per_min = voice_rate,
    video_points = coalesce(m.video_points, m.increment_points), voice_points = voice_rate / 10
  where m.call_id = call and m.state = 'open'
$$;
