-- The earliest day without a checkpoint, if that may be made at that time: the first day with transfers, then
-- each one.
create or replace function next_checkpoint_day(at timestamptz default clock_timestamp()) returns date language sql volatile as $$
  select due.day
  from (select coalesce((select max(s.day) + 1 from daily_checkpoint s), (select japanese_day(min(t.created_at)) from transfer t)))
    due (day)
  where at >= day_start(due.day + 1) + checkpoint_lag()
$$;
