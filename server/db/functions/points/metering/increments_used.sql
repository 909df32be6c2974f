-- Increments used after so much chargeable time: one begun counts whole.
create or replace function increments_used(charged_ms bigint) returns int language sql immutable parallel safe as
  'select ((charged_ms + increment_ms() - 1) / increment_ms())::int';
