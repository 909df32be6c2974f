-- When a transfer is posted: now. Only who tells of the past, the demo's seed and tests, sets another time, and only for
-- its own transaction: `set local koyoi.posting_time`. While no day is sealed, that is.
create or replace function told_posting_time() returns timestamptz language sql stable as $$
  select nullif(current_setting('koyoi.posting_time', true), '')::timestamptz
$$;

alter table transfer alter column created_at set default coalesce(told_posting_time(), now());
