-- Increments of one call may have different prices: those of a video call while only sound is sent, and those
-- before and after a change of its kind.
alter table meter
  add column captured_points bigint not null default 0 check (captured_points >= 0),
  -- The price of an increment with sound only, and of one of video. Null: that of the rate.
  add column voice_points int check (voice_points > 0),
  add column video_points int check (video_points > 0),
  -- Increments whose price is known: the media server decides it once, when an increment begins.
  add column decided_increments int not null default 0;
update meter set captured_points = captured_increments::bigint * increment_points where captured_increments > 0;

-- What a call carried, in order, as its media server decided; rows are only added.
create table meter_segment (
  call_id text not null references meter (call_id),
  number int not null check (number >= 0),
  -- Connected time at which it begins.
  at_ms bigint not null check (at_ms >= 0),
  -- The first increment that begins in it.
  first_increment int not null check (first_increment >= 0),
  carries text not null check (carries in ('video', 'voice', 'nothing')),
  primary key (call_id, number)
);
