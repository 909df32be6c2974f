-- What must always be true of the chain of daily checkpoints. Every row is a defect.
create or replace view checkpoint_chain_check as
with chain as (
  select s.*, lag(s.day) over (order by s.day) as day_before, lag(s.hash) over (order by s.day) as hash_before
  from daily_checkpoint s
)
select 'a checkpoint does not fit its day or the checkpoint before' as problem, 'day ' || to_char(c.day, 'YYYY-MM-DD') as subject
  from chain c
  where c.hash <> checkpoint_hash(c.previous_hash, c.day, c.transfers, c.points, c.digest)
    or c.previous_hash <> coalesce(c.hash_before, decode(repeat('00', 32), 'hex'))
union all
select 'a day between days with checkpoints has none', 'day ' || to_char(c.day - 1, 'YYYY-MM-DD')
  from chain c where c.day_before <> c.day - 1
union all
select 'a transfer is older than the first checkpoint', 'transfer ' || t.id
  from transfer t where t.created_at < (select day_start(min(s.day)) from daily_checkpoint s);
