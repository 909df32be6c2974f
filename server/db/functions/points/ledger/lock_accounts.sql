-- Locks accounts in the order that every function observes: by kind and id. Issuer and platform are never
-- locked, because no balance of theirs is stored.
create or replace function lock_accounts(ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from account a
    where a.id = any (ids) and a.owner_id is not null
    order by a.kind, a.id
    for no key update;
end $$;
