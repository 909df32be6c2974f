-- Posts what is due of a locked wallet; returns the points that expired.
create or replace function expire_wallet(wallet bigint) returns bigint language plpgsql as $$
declare
  due bigint;
  posted bigint;
begin
  perform 1 from account a where a.id = wallet and a.next_expiry_at <= now();
  if not found then return 0; end if;
  select coalesce(sum(o.points), 0) into due from overdue_lots(wallet) o;
  if due > 0 then
    -- The lock and the lots themselves keep this from happening twice; the key only has to be new.
    posted := post_transfer('expiry:' || gen_random_uuid(), 'expiry', wallet, issuer_account(), due, 0, 'expiry', null);
    insert into lot_use (transfer_id, lot_id, amount) select posted, o.lot_id, o.points from overdue_lots(wallet) o;
    update lot l set remaining = l.remaining - u.amount from lot_use u where u.transfer_id = posted and l.id = u.lot_id;
  end if;
  update account a set
    balance = a.balance - due,
    next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = wallet and not l.closed)
    where a.id = wallet;
  return due;
end $$;
