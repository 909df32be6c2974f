-- domain/points/earnings.ts holds the same figure; a test compares them.
create or replace function payable_after() returns interval language sql immutable parallel safe as
  $$ select interval '7 days' $$;
