-- How long after a day's end its checkpoint is made. A checkpoint hashes a Japanese day's transfers and entries together
-- with the checkpoint of the day before, once nothing can be posted to the day any more. Two rules see to that:
--   1. A transfer bears the time at which its transaction began (now()), and the trigger below refuses a time more than
--      seal_lag() past. So nothing new is posted to a day from seal_lag() after its end on.
--   2. A transaction that posted before then and hasn't committed holds a ROW EXCLUSIVE lock on `transfer`. The process
--      that makes the checkpoint takes a SHARE lock on the table for a moment, which waits for exactly these.
-- Neither rule looks at other sessions' states or at transaction ids, so both survive a dump and restore.
create or replace function seal_lag() returns interval language sql immutable parallel safe as $$ select interval '10 minutes' $$;
