-- Locks the meter of a visit, for a payment in the room's flow: before the accounts, as in bill_due.
create or replace function lock_visit(call text) returns void language plpgsql as $$
begin
  perform 1 from meter m where m.call_id = call for no key update;
end $$;
