-- When a transfer is posted: now. Only who tells of the past on a fresh database, the demo's seed and tests, sets another
-- time, and only for its own transaction: `set local koyoi.posting_time`.
create function posting_time() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('koyoi.posting_time', true), '')::timestamptz, now())
$$;
alter table transfer alter column created_at set default posting_time();
