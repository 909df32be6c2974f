-- Each Japanese day's transfers and entries, sealed by a hash that is chained to the day before.
--
-- A day is sealed once nothing can be posted to it any more, which two rules see to:
--   1. A transfer bears the time at which its transaction began (now()), and the trigger below refuses one that bears
--      a time more than seal_lag() past. So from seal_lag() after a day's end on, nothing new is posted to the day.
--   2. What was posted before then and isn't committed yet holds a ROW EXCLUSIVE lock on `transfer` until it is.
--      Whoever seals first gets a SHARE lock on the table, for a moment, which waits for just these.
-- Neither looks at other sessions' states nor at transaction ids, so both outlive a dump and restore.
create or replace function seal_lag() returns interval language sql immutable parallel safe as $$ select interval '10 minutes' $$;
