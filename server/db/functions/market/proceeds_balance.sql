-- What members may spend of their proceeds.
create or replace view proceeds_balance as
select a.owner_id as member_id, a.balance - a.held as available from account a where a.kind = 'proceeds';
