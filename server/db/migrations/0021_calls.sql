-- What each side of a call says that it sends, and the change of a call's kind by consent.
alter table call
  -- What the call carries now; `kind` stays what was dialled. Null: as dialled.
  add column current_kind text check (current_kind in ('voice', 'video')),
  -- The price of a minute with sound only. Null: that of the call's kind.
  add column voice_rate_points_per_min int
    check (voice_rate_points_per_min > 0 and voice_rate_points_per_min % 10 = 0),
  -- The price of a minute of video, once the call has one. Null: that of the call's kind.
  add column video_rate_points_per_min int
    check (video_rate_points_per_min > 0 and video_rate_points_per_min % 10 = 0),
  -- As each side's page signalled last. Null: nothing was signalled.
  add column caller_microphone boolean,
  add column caller_camera boolean,
  add column broadcaster_microphone boolean,
  add column broadcaster_camera boolean,
  -- How often the kind has changed.
  add column kind_changes int not null default 0,
  -- The open question whether the call becomes a video call; it lapses by itself.
  add column kind_asked_by text check (kind_asked_by in ('caller', 'broadcaster')),
  add column kind_asked_at timestamptz,
  add column kind_asked_rate int check (kind_asked_rate > 0 and kind_asked_rate % 10 = 0),
  add check ((kind_asked_by is null) = (kind_asked_at is null) and (kind_asked_by is null) = (kind_asked_rate is null));
