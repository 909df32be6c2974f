-- Makes a day's checkpoint, after the SHARE lock. No row when another process has made it, or when it isn't
-- the next.
create or replace function make_daily_checkpoint(which date) returns setof daily_checkpoint language plpgsql as $$
declare
  before bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('daily_checkpoint', 0));
  if next_checkpoint_day() is distinct from which then return; end if;
  before := coalesce((select s.hash from daily_checkpoint s where s.day = which - 1), decode(repeat('00', 32), 'hex'));
  return query
    insert into daily_checkpoint (day, transfers, points, digest, previous_hash, hash)
    select which, c.transfers, c.points, c.digest, before, checkpoint_hash(before, which, c.transfers, c.points, c.digest)
    from day_content(which) c
    returning *;
end $$;
