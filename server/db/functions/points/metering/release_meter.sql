-- Closes the meter of a call that never connected and releases its whole hold.
create or replace function release_meter(call text) returns void language plpgsql as $$
declare
  m meter;
begin
  select x.* into m from meter x where x.call_id = call and x.state = 'open' for no key update;
  if not found then return; end if;
  if m.started_at is not null then
    raise exception 'the meter of call % has started: settle it', call;
  end if;
  perform lock_accounts(array[m.payer_account_id]);
  perform release_locked(m.hold_id);
  update meter x set state = 'settled', settled_at = now(), next_due_at = null where x.call_id = call;
end $$;
