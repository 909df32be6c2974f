-- Ends an escrow, once: the payee's proceeds get their part less the fee, the payer gets the rest back. The
-- buyer's proceeds pay first, so that what comes back is what can be used everywhere.
-- status: done, duplicate, mismatch (settled otherwise), exceeds, unknown
create or replace function settle_escrow(about text, to_payee bigint, platform_part bigint)
returns table (status text) language plpgsql as $$
declare
  e market_escrow;
  wallet bigint;
  payers bigint;
  payees bigint;
  from_proceeds bigint;
  fee_of_proceeds bigint;
begin
  select x.* into e from market_escrow x where x.reference = about for update;
  status := case
    when not found then 'unknown'
    when e.payee_points is not null then
      case when (e.payee_points, e.fee) = (to_payee, platform_part) then 'duplicate' else 'mismatch' end
    when to_payee not between 0 and e.points or platform_part not between 0 and to_payee then 'exceeds'
    else 'done' end;
  if status <> 'done' then
    return next;
    return;
  end if;
  wallet := account_of('wallet', e.payer_id);
  payers := account_of('proceeds', e.payer_id);
  payees := account_of('proceeds', e.payee_id);
  perform lock_accounts(array[wallet, payers, payees]);
  from_proceeds := least(to_payee, coalesce((select h.amount from hold h where h.id = e.proceeds_hold_id), 0));
  fee_of_proceeds := case when to_payee = 0 then 0 else platform_part * from_proceeds / to_payee end;
  if from_proceeds > 0 then
    update hold set captured = captured + from_proceeds where id = e.proceeds_hold_id;
    update account set balance = balance - from_proceeds, held = held - from_proceeds where id = payers;
    perform post_transfer('escrow:' || about || ':proceeds', 'capture', payers, payees, from_proceeds, fee_of_proceeds,
      'market', about, e.proceeds_hold_id);
  end if;
  if to_payee > from_proceeds then
    perform capture_locked('escrow:' || about || ':wallet', e.wallet_hold_id, wallet, payees, to_payee - from_proceeds,
      platform_part - fee_of_proceeds, 'market', about);
  end if;
  perform release_locked(h.id) from hold h where h.id = e.proceeds_hold_id;
  perform release_locked(h.id) from hold h where h.id = e.wallet_hold_id;
  update market_escrow set payee_points = to_payee, fee = platform_part where reference = about;
  return next;
end $$;
