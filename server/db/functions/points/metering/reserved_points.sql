-- What the funded increments that aren't captured yet cost at most: those whose price is decided cost that, the
-- others cost what the rate says.
create or replace function reserved_points(m meter) returns bigint language sql stable as $$
  select points_of_increments(m, m.captured_increments, least(m.funded_increments, known.upto))
    + greatest(0, m.funded_increments - known.upto)::bigint * m.increment_points
  from (select greatest(m.captured_increments, m.decided_increments) as upto) known
$$;
