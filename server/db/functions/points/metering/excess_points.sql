-- What the meter's hold has set aside beyond that: decided increments were cheaper than the rate at which they were
-- funded. It funds the next ones.
create or replace function excess_points(m meter) returns bigint language sql stable as $$
  select h.amount - h.captured - h.released - reserved_points(m) from hold h where h.id = m.hold_id
$$;
