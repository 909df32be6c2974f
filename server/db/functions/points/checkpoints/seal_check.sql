-- What must always be true of the chain of daily checkpoints. Every row is a defect.
create or replace view seal_check as
with chain as (
  select s.*, lag(s.day) over (order by s.day) as day_before, lag(s.hash) over (order by s.day) as hash_before
  from day_seal s
)
select 'a seal does not fit its day or the seal before' as problem, 'day ' || to_char(c.day, 'YYYY-MM-DD') as subject
  from chain c
  where c.hash <> seal_hash(c.previous_hash, c.day, c.transfers, c.points, c.digest)
    or c.previous_hash <> coalesce(c.hash_before, decode(repeat('00', 32), 'hex'))
union all
select 'a day between sealed ones has no seal', 'day ' || to_char(c.day - 1, 'YYYY-MM-DD')
  from chain c where c.day_before <> c.day - 1
union all
select 'a transfer is older than the first seal', 'transfer ' || t.id
  from transfer t where t.created_at < (select day_start(min(s.day)) from day_seal s);
