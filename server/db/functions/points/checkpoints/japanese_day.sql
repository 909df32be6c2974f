create or replace function japanese_day(at timestamptz) returns date language sql immutable parallel safe as
  $$ select (at at time zone 'Asia/Tokyo')::date $$;
