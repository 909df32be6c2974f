-- Whether the visit stays within its own limit with what was paid in this transaction, `more` points of it not stored
-- yet; what the meter has funded ahead makes room for them. The meter was locked before any account (lock_visit), and
-- the payer's wallet is locked.
-- status: done, over (more than the limit), closed (the meter isn't open)
create or replace function fit_visit(call text, more bigint) returns text language plpgsql as $$
declare
  m meter;
begin
  select x.* into m from meter x where x.call_id = call and x.state = 'open' for no key update;
  if not found then return 'closed'; end if;
  if visit_points(m) + more > m.cap_points then return 'over'; end if;
  perform fit_meter_to_cap(m, more);
  return 'done';
end $$;
