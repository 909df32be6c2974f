-- Sets everything payable aside, after the settlement of the broadcaster's debt. A freeze that commits
-- meanwhile keeps the request from being approved.
-- status: done, duplicate, mismatch, open (another request is), tooLittle (less than least_points)
create or replace function request_payout(request uuid, member text, least_points bigint, bank bytea)
returns table (status text, points bigint) language plpgsql as $$
declare
  earnings bigint := account_of('earnings', member);
  debt bigint := account_of('debt', member);
  seen bigint;
  due record;
  owed bigint;
  placed bigint;
begin
  return query select * from payout_before(request, earnings);
  if found then return; end if;
  seen := newest_transfer_of(array[earnings, debt]);
  select d.* into due from payout_due(earnings) d;

  perform lock_accounts(array[earnings, debt]);
  return query select * from payout_before(request, earnings);
  if found then return; end if;
  if is_less_payable_since(array[earnings, debt], seen) then
    select d.* into due from payout_due(earnings) d;
  end if;
  points := due.total;
  if points < least_points then
    status := 'tooLittle';
    return next;
    return;
  end if;
  owed := earnings_debt(debt);
  if owed > 0 then
    update account a set balance = a.balance - owed where a.id = earnings;
    perform post_transfer('settlement:' || request, 'settlement', earnings, debt, owed, 0, 'payout', request::text);
  end if;
  -- The hold ends with the decision, not with time.
  insert into hold (idem, account_id, amount, expires_at, reference)
    values ('payout:' || request, earnings, points, 'infinity', request::text) returning id into placed;
  update account a set held = a.held + points where a.id = earnings;
  insert into payout (id, account_id, points, hold_id, bank_encrypted) values (request, earnings, points, placed, bank);
  insert into payout_part (payout_id, payment_id, lot_id, points)
    select request, d.payment, d.lot, d.amount
    from unnest(due.payments, due.lots, due.amounts) d (payment, lot, amount);
  status := 'done';
  return next;
end $$;
