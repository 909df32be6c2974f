-- Sets the most that a visit may cost; null: no limit. What is funded beyond it is released.
-- status: done, over (it has cost more already), closed (the meter isn't open)
create or replace function cap_meter(call text, cap bigint) returns text language plpgsql as $$
declare
  m meter;
begin
  select x.* into m from meter x where x.call_id = call and x.state = 'open' for no key update;
  if not found then return 'closed'; end if;
  perform lock_accounts(array[m.payer_account_id]);
  -- A higher limit may fund more at once. A meter that hasn't started is never due.
  update meter x set cap_points = cap,
    next_due_at = case when x.started_at is not null then least(x.next_due_at, now()) end where x.call_id = call;
  m.cap_points := cap;
  m := fit_meter_to_cap(m, 0);
  return case when visit_points(m) > cap then 'over' else 'done' end;
end $$;
