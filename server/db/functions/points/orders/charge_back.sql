-- Takes points back whose payment was reversed: first from the order's own lots, then from the wallet's
-- others, paid ones first, because yen went back. What is missing becomes a debt. Held points stay; they
-- belong to a running call. most null: all of the order's points.
create or replace function charge_back(of_order text, owner text, most bigint)
returns table (taken bigint, owed bigint) language plpgsql as $$
declare
  points bigint;
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  usable bigint;
  part bigint;
  l record;
begin
  perform lock_accounts(array[wallet, debt]);
  points := outstanding_of_order(of_order);
  points := least(points, most);
  usable := available_of(wallet);
  taken := 0;
  for l in
    select o.id, o.remaining from lot o
    where o.account_id = wallet and not o.closed and o.expires_at > now()
    order by o.id in (select x.lot_id from lots_of_order(of_order) x) desc, o.kind desc, o.expires_at, o.id
  loop
    part := least(l.remaining, usable - taken, points - taken);
    exit when part <= 0;
    perform take_from_lot(
      'void:' || gen_random_uuid(), 'void', wallet, issuer_account(), l.id, part, 'chargeback', of_order);
    taken := taken + part;
  end loop;
  owed := points - taken;
  if owed > 0 then
    perform post_transfer('chargeback:' || gen_random_uuid(), 'chargeback', debt, issuer_account(), owed, 0, 'chargeback', of_order);
    update account set balance = balance - owed where id = debt;
  end if;
  return next;
end $$;
