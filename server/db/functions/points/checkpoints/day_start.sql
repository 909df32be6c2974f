create or replace function day_start(day date) returns timestamptz language sql immutable parallel safe as
  $$ select day::timestamp at time zone 'Asia/Tokyo' $$;
