-- What a visit has cost so far: captured, used and not captured yet, and spent beside the meter.
create or replace function visit_points(m meter) returns bigint language sql stable as $$
  select m.captured_points + m.spent_beside
    + greatest(0, points_of_increments(m, m.captured_increments, least(increments_used(m.charged_ms), m.funded_increments)))
$$;
