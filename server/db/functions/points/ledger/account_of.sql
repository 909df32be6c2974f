-- The account of an owner and kind, created when it is first needed.
create or replace function account_of(wanted account_kind, owner text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  select a.id into found_id from account a where a.kind = wanted and a.owner_id = owner;
  if found_id is null then
    insert into account (kind, owner_id) values (wanted, owner) on conflict do nothing;
    select a.id into found_id from account a where a.kind = wanted and a.owner_id = owner;
  end if;
  return found_id;
end $$;
