-- Sets points of a wallet aside. status: done, duplicate, mismatch, insufficient
create or replace function place_hold(key text, owner text, points bigint, valid_for interval, about text)
returns table (status text, hold_id bigint, available bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  first hold;
begin
  perform lock_accounts(array[wallet]);
  select h.* into first from hold h where h.idem = key;
  if found then
    status := case when (first.account_id, first.amount) = (wallet, points) and first.reference is not distinct from about
      then 'duplicate' else 'mismatch' end;
    hold_id := first.id;
  else
    perform expire_wallet(wallet);
    update account a set held = a.held + points where a.id = wallet and a.balance - a.held >= points;
    if found then
      insert into hold (idem, account_id, amount, expires_at, reference)
        values (key, wallet, points, now() + valid_for, about) returning id into hold_id;
      status := 'done';
    else
      status := 'insufficient';
    end if;
  end if;
  available := available_of(wallet);
  return next;
end $$;
