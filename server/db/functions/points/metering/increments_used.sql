-- Increments used after this much charged time: an increment that has begun counts whole.
create or replace function increments_used(charged_ms bigint) returns int language sql immutable parallel safe as
  'select ((charged_ms + increment_ms() - 1) / increment_ms())::int';
