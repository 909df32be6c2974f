-- Takes points of one lot out of a locked wallet. The calling function has checked that they are there and
-- not held.
create or replace function take_from_lot(
  key text, of_kind transfer_kind, wallet bigint, payee bigint, from_lot bigint, points bigint, why text, about text
) returns bigint language plpgsql as $$
declare
  posted bigint;
begin
  posted := post_transfer(key, of_kind, wallet, payee, points, 0, why, about);
  update lot set remaining = remaining - points where id = from_lot;
  insert into lot_use (transfer_id, lot_id, amount) values (posted, from_lot, points);
  update account a set
    balance = a.balance - points,
    next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
    where a.id = wallet;
  return posted;
end $$;
