-- Posts one transfer with its entries. The calling function changes the payer's balance, which it guards.
create or replace function post_transfer(
  key text, of_kind transfer_kind, payer bigint, payee bigint, points bigint, platform_part bigint,
  why text, about text, from_hold bigint default null
) returns bigint language plpgsql as $$
declare
  posted bigint;
begin
  insert into transfer (idem, kind, debit, credit, amount, fee, purpose, reference, hold_id)
    values (key, of_kind, payer, payee, points, platform_part, why, about, from_hold)
    returning id into posted;
  insert into entry (account_id, transfer_id, amount)
    select e.account_id, posted, e.amount
    from (values (payer, -points), (payee, points - platform_part), (platform_account(), platform_part)) e (account_id, amount)
    where e.amount <> 0;
  -- Last, because other payers wait for this row.
  update account set balance = balance + points - platform_part where id = payee and owner_id is not null;
  return posted;
end $$;
