-- Compares a day's transfers with its checkpoint, in a statement of its own, so that no number of days makes
-- a statement that takes too long. The view checkpoint_chain_check covers what follows from the checkpoints alone.
create or replace function daily_checkpoint_check(which date) returns table (problem text, subject text) language sql stable as $$
  select 'a day with a checkpoint has changed', 'day ' || to_char(s.day, 'YYYY-MM-DD')
  from daily_checkpoint s cross join lateral day_content(s.day) c
  where s.day = which and (c.transfers, c.points, c.digest) is distinct from (s.transfers, s.points, s.digest)
$$;
