-- Posts due expiries of up to max_accounts wallets after a given account id, in the order of their ids. A
-- loop continues from last_id, so a wallet whose overdue points are all under a hold isn't visited again and
-- again.
create or replace function expire_lots(after_id bigint, max_accounts int)
returns table (last_id bigint, accounts int, points bigint) language plpgsql as $$
declare
  wallet bigint;
begin
  last_id := after_id; accounts := 0; points := 0;
  for wallet in
    select a.id from account a where a.next_expiry_at <= now() and a.id > after_id
    order by a.id limit max_accounts for no key update
  loop
    points := points + expire_wallet(wallet);
    accounts := accounts + 1;
    last_id := wallet;
  end loop;
  return next;
end $$;
