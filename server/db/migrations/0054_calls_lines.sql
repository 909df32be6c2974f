-- The page of each side whose line stood while the call rang and which the media room took over; null when the side
-- connected after the answer, and when the call has ended.
alter table call
  add column caller_line uuid,
  add column broadcaster_line uuid;
