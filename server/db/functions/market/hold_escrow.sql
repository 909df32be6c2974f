-- Sets a buyer's points aside for one transaction: proceeds of the market first, then the wallet.
-- status: done, duplicate, mismatch, insufficient
create or replace function hold_escrow(about text, payer text, payee text, asked bigint)
returns table (status text, available bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', payer);
  proceeds bigint := account_of('proceeds', payer);
  first market_escrow;
  from_proceeds bigint;
  from_wallet bigint;
  proceeds_hold bigint;
  wallet_hold bigint;
begin
  perform lock_accounts(array[wallet, proceeds]);
  select e.* into first from market_escrow e where e.reference = about;
  if found then
    status := case when (first.payer_id, first.payee_id, first.points) = (payer, payee, asked)
      then 'duplicate' else 'mismatch' end;
    available := available_of(wallet);
    return next;
    return;
  end if;
  perform expire_wallet(wallet);
  select least(asked, a.balance - a.held) into from_proceeds from account a where a.id = proceeds;
  from_wallet := asked - from_proceeds;
  update account a set held = a.held + from_wallet where a.id = wallet and a.balance - a.held >= from_wallet;
  if not found then
    status := 'insufficient';
    available := available_of(wallet);
    return next;
    return;
  end if;
  if from_proceeds > 0 then
    update account a set held = a.held + from_proceeds where a.id = proceeds;
    insert into hold (idem, account_id, amount, reference)
      values ('escrow:' || about || ':proceeds', proceeds, from_proceeds, about) returning id into proceeds_hold;
  end if;
  if from_wallet > 0 then
    insert into hold (idem, account_id, amount, reference)
      values ('escrow:' || about || ':wallet', wallet, from_wallet, about) returning id into wallet_hold;
  end if;
  insert into market_escrow (reference, payer_id, payee_id, points, proceeds_hold_id, wallet_hold_id)
    values (about, payer, payee, asked, proceeds_hold, wallet_hold);
  status := 'done';
  available := available_of(wallet);
  return next;
end $$;
