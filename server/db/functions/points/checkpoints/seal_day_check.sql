-- A sealed day is hashed anew in a statement of its own, so that no number of days makes one that takes too long; the
-- view keeps what is told by the seals alone. Together they are what must always be true; empty like ledger_check.
create or replace function seal_day_check(which date) returns table (problem text, subject text) language sql stable as $$
  select 'a sealed day has changed', 'day ' || to_char(s.day, 'YYYY-MM-DD')
  from day_seal s cross join lateral day_content(s.day) c
  where s.day = which and (c.transfers, c.points, c.digest) is distinct from (s.transfers, s.points, s.digest)
$$;
