-- Returns an erased member's proceeds to the issuer. Returns the points: 0 the next time.
create or replace function forfeit_proceeds(owner text) returns bigint language plpgsql as $$
declare
  proceeds bigint;
  points bigint;
begin
  select a.id into proceeds from account a where a.kind = 'proceeds' and a.owner_id = owner;
  if proceeds is null then return 0; end if;
  perform lock_accounts(array[proceeds]);
  select a.balance - a.held into points from account a where a.id = proceeds;
  if points <= 0 then return 0; end if;
  -- The lock and the balance keep this from happening twice; the key only has to be new.
  perform post_transfer(
    'forfeiture:' || gen_random_uuid(), 'forfeiture', proceeds, issuer_account(), points, 0, 'forfeiture', null);
  update account a set balance = a.balance - points where a.id = proceeds;
  return points;
end $$;
