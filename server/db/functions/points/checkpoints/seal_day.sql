-- Makes a day's checkpoint, after the SHARE lock. No row when another process has made it, or when it isn't
-- the next.
create or replace function seal_day(which date) returns setof day_seal language plpgsql as $$
declare
  before bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('day_seal', 0));
  if next_day_to_seal() is distinct from which then return; end if;
  before := coalesce((select s.hash from day_seal s where s.day = which - 1), decode(repeat('00', 32), 'hex'));
  return query
    insert into day_seal (day, transfers, points, digest, previous_hash, hash)
    select which, c.transfers, c.points, c.digest, before, seal_hash(before, which, c.transfers, c.points, c.digest)
    from day_content(which) c
    returning *;
end $$;
