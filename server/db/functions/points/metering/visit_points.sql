-- What a visit costs by what has happened in it: captured, begun and not captured yet, and paid in the room's flow.
create or replace function visit_points(m meter) returns bigint language sql stable as $$
  select m.captured_points + paid_beside(m)
    + greatest(0, points_of_increments(m, m.captured_increments, least(increments_begun(m), m.funded_increments)))
$$;
