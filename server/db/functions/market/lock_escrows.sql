-- Locks several escrows, and the accounts of all of them at once, in the order that every function observes. Ended one after
-- the other in one transaction, each would lock its accounts after those of the escrow before.
create or replace function lock_escrows(abouts text[]) returns void language plpgsql as $$
declare
  accounts bigint[];
begin
  perform 1 from market_escrow e where e.reference = any (abouts) order by e.reference for update;
  select array_agg(a.id) into accounts from market_escrow e, unnest(array[
    account_of('wallet', e.payer_id), account_of('proceeds', e.payer_id), account_of('proceeds', e.payee_id)]) a (id)
    where e.reference = any (abouts);
  perform lock_accounts(accounts);
end $$;
