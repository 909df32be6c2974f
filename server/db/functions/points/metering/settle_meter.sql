-- Captures the rest, never beyond what is funded, releases the remainder and closes the meter.
create or replace function settle_meter(call text, final_charged_ms bigint, final_connected_ms bigint)
returns table (
  charged_ms bigint, connected_ms bigint, charged_increments int, points bigint,
  free_points bigint, paid_points bigint, earned_points bigint
) language plpgsql as $$
declare
  m meter;
begin
  select x.* into m from meter x where x.call_id = call for no key update;
  if m.state = 'open' then
    m.charged_ms := greatest(m.charged_ms, final_charged_ms);
    perform lock_accounts(array[m.payer_account_id, m.payee_account_id]);
    m := capture_increments(m, least(increments_used(m.charged_ms), m.funded_increments));
    perform release_locked(m.hold_id);
    update meter x set
      charged_ms = m.charged_ms,
      connected_ms = greatest(x.connected_ms, final_connected_ms),
      state = 'settled', settled_at = now(), next_due_at = null
      where x.call_id = call;
  end if;
  return query select * from meter_result(call);
end $$;
