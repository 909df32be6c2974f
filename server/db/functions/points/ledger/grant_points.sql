-- Issues points to a wallet, as a lot of their own. status: done, duplicate, mismatch
create or replace function grant_points(
  key text, owner text, points bigint, of_kind lot_kind, valid_for interval, why text, about text
) returns table (status text, transfer_id bigint, available bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  first transfer;
begin
  perform lock_accounts(array[wallet]);
  select t.* into first from transfer t where t.idem = key;
  if found then
    status := case when (first.kind, first.credit, first.amount, first.purpose) = ('grant', wallet, points, why)
      and first.reference is not distinct from about
      and exists (select 1 from lot l where l.grant_transfer_id = first.id and l.kind = of_kind)
      then 'duplicate' else 'mismatch' end;
    transfer_id := first.id;
  else
    status := 'done';
    transfer_id := post_transfer(key, 'grant', issuer_account(), wallet, points, 0, why, about);
    insert into lot (account_id, grant_transfer_id, kind, granted, remaining, expires_at)
      values (wallet, transfer_id, of_kind, points, points, now() + valid_for);
    update account a set next_expiry_at = least(a.next_expiry_at, now() + valid_for) where a.id = wallet;
  end if;
  available := available_of(wallet);
  return next;
end $$;
