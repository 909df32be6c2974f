create or replace function release_hold(released_hold bigint) returns bigint language plpgsql as $$
begin
  perform lock_accounts(array(select h.account_id from hold h where h.id = released_hold));
  return release_locked(released_hold);
end $$;
