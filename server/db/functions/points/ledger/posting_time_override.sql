-- The posting time that a transaction has set for itself by `set local koyoi.posting_time`; null: now. Only
-- the demo's seed and tests set one, and it counts only while no day has a checkpoint.
create or replace function posting_time_override() returns timestamptz language sql stable as $$
  select nullif(current_setting('koyoi.posting_time', true), '')::timestamptz
$$;

alter table transfer alter column created_at set default coalesce(posting_time_override(), now());
