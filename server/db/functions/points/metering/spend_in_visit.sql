-- Counts points that are spent in a visit beside its meter; called in the transaction that spends them, before any
-- account is locked. Negative points are given back. What the meter funded ahead makes room for them.
-- status: done, over (the visit's own limit), closed (the meter isn't open)
create or replace function spend_in_visit(call text, points bigint) returns text language plpgsql as $$
declare
  m meter;
begin
  select x.* into m from meter x where x.call_id = call for no key update;
  if m.call_id is null or (m.state <> 'open' and points > 0) then return 'closed'; end if;
  if points > 0 and visit_points(m) + points > m.cap_points then return 'over'; end if;
  update meter x set spent_beside = x.spent_beside + points where x.call_id = call;
  m.spent_beside := m.spent_beside + points;
  if m.state = 'open' and m.cap_points is not null then
    perform lock_accounts(array[m.payer_account_id]);
    perform fit_meter_to_cap(m);
  end if;
  return 'done';
end $$;
