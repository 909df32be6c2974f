-- Turns a part of a hold into a transfer. status: done, duplicate, mismatch, gone (less is left, or there is
-- no hold)
create or replace function capture_hold(key text, from_hold bigint, payee text, points bigint, platform_part bigint, why text)
returns table (status text, transfer_id bigint, available bigint) language plpgsql as $$
declare
  h hold;
  first transfer;
  credit_to bigint := case when payee is null then platform_account() else account_of('earnings', payee) end;
  fee_of bigint := case when payee is null then 0 else platform_part end;
begin
  select x.* into h from hold x where x.id = from_hold;
  if not found then
    status := 'gone'; available := 0;
    return next;
    return;
  end if;
  perform lock_accounts(array[h.account_id, credit_to]);
  select x.* into h from hold x where x.id = from_hold;
  select t.* into first from transfer t where t.idem = key;
  if found then
    status := case when (first.kind, first.hold_id, first.credit, first.amount, first.fee, first.purpose)
        = ('capture', from_hold, credit_to, points, fee_of, why)
      then 'duplicate' else 'mismatch' end;
    transfer_id := first.id;
  elsif h.amount - h.captured - h.released < points then
    status := 'gone';
  else
    status := 'done';
    transfer_id := capture_locked(key, h.id, h.account_id, credit_to, points, fee_of, why, h.reference);
  end if;
  available := available_of(h.account_id);
  return next;
end $$;
