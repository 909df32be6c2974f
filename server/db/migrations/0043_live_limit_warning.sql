-- When the broadcaster was warned that the day's limit ends the room soon; null before.
alter table live_room add column limit_warned_at timestamptz;
