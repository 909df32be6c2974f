-- Makes one payment between locked accounts. status: done, duplicate, mismatch, insufficient
create or replace function spend_locked(
  key text, wallet bigint, payee bigint, points bigint, platform_part bigint, why text, about text
) returns table (status text, transfer_id bigint, available bigint) language plpgsql as $$
declare
  first transfer;
begin
  select t.* into first from transfer t where t.idem = key;
  if found then
    status := case when (first.kind, first.debit, first.credit, first.amount, first.fee, first.purpose)
        = ('spend', wallet, payee, points, platform_part, why)
      and first.reference is not distinct from about
      then 'duplicate' else 'mismatch' end;
    transfer_id := first.id;
    available := available_of(wallet);
    return next;
    return;
  end if;
  update account a set balance = a.balance - points
    where a.id = wallet and a.balance - a.held >= points and (a.next_expiry_at > now()) is not false
    returning a.balance - a.held into available;
  if not found then
    -- Rare: something is overdue, or the balance is too small.
    perform expire_wallet(wallet);
    update account a set balance = a.balance - points
      where a.id = wallet and a.balance - a.held >= points
      returning a.balance - a.held into available;
  end if;
  if not found then
    status := 'insufficient';
    available := available_of(wallet);
    return next;
    return;
  end if;
  transfer_id := post_transfer(key, 'spend', wallet, payee, points, platform_part, why, about);
  perform take_lots(wallet, transfer_id, points, false);
  status := 'done';
  return next;
end $$;
