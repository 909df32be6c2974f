-- The newest transfer of some accounts; 0 without one. While the accounts are locked no older one can appear.
create or replace function newest_transfer_of(accounts bigint[]) returns bigint language sql stable as $$
  select coalesce(max(e.transfer_id), 0) from entry e where e.account_id = any (accounts)
$$;
