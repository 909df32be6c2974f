-- What a locked wallet may spend now; 0 without a wallet.
create or replace function available_of(wallet bigint) returns bigint language plpgsql as $$
begin
  perform expire_wallet(wallet);
  return coalesce((select a.balance - a.held from account a where a.id = wallet), 0);
end $$;
