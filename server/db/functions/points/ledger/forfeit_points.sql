-- Returns what a wallet may spend to the issuer, from its lots; overdue lots expire first. Returns the points
-- that were forfeited: 0 the next time.
create or replace function forfeit_points(owner text) returns bigint language plpgsql as $$
declare
  wallet bigint;
  points bigint;
  posted bigint;
begin
  select a.id into wallet from account a where a.kind = 'wallet' and a.owner_id = owner;
  if wallet is null then return 0; end if;
  perform lock_accounts(array[wallet]);
  points := available_of(wallet);
  if points <= 0 then return 0; end if;
  -- The lock and the balance keep this from happening twice; the key only has to be new.
  posted := post_transfer(
    'forfeiture:' || gen_random_uuid(), 'forfeiture', wallet, issuer_account(), points, 0, 'forfeiture', null);
  perform take_lots(wallet, posted, points, false);
  update account a set balance = a.balance - points where a.id = wallet;
  return points;
end $$;
