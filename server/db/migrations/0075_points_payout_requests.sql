-- A payout is made of one look at her earnings, and that look is taken before her account is locked: it grows with what
-- she ever earned, and payments to her mustn't wait for it.

-- True while a part of it is frozen, or was taken back since she asked. A negative part isn't paid by it.
create or replace function payout_is_frozen(request uuid) returns boolean language sql stable as $$
  select exists (
    select 1 from payout_part p
    join earning_freeze_lot x on x.lot_id = p.lot_id
    join earning_freeze f on f.id = x.freeze_id and f.state = 'open'
    where p.payout_id = request
  ) or exists (
    select 1 from payout b
    join payout_part p on p.payout_id = b.id and p.points > 0
    join clawback_part c on c.payment_id = p.payment_id and c.lot_id = p.lot_id
    where b.id = request and b.state in ('requested', 'approved'))
$$;

-- What a request would be made of, all from one snapshot: its parts side by side, and their sum.
create function payout_due(earnings bigint)
returns table (payments bigint[], lots bigint[], amounts bigint[], total bigint) language sql stable as $$
  select coalesce(array_agg(s.payment_id order by s.payment_id, s.lot_id), '{}'),
    coalesce(array_agg(s.lot_id order by s.payment_id, s.lot_id), '{}'),
    coalesce(array_agg(s.payable - s.owed order by s.payment_id, s.lot_id), '{}'),
    coalesce(sum(s.payable - s.owed), 0)::bigint
  from earning_states(earnings) s where s.payable <> s.owed
$$;

-- The newest transfer of some accounts; 0 without one. While they are locked nothing older can appear.
create function newest_transfer_of(accounts bigint[]) returns bigint language sql stable as $$
  select coalesce(max(e.transfer_id), 0) from entry e where e.account_id = any (accounts)
$$;

-- Whether these accounts had anything after a transfer that can make less payable; payments to her can't.
create function is_less_payable_since(accounts bigint[], after_transfer bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from entry e join transfer t on t.id = e.transfer_id
    where e.account_id = any (accounts) and e.transfer_id > after_transfer and t.kind not in ('spend', 'capture'))
$$;

-- What there is before a request: itself (duplicate), somebody else's with its id (mismatch), or another open one (open,
-- without points). Nothing otherwise.
create function payout_before(request uuid, earnings bigint)
returns table (status text, points bigint) language sql stable as $$
  select case when b.id <> request then 'open' when b.account_id = earnings then 'duplicate' else 'mismatch' end,
    case when b.id = request then b.points end
  from payout b
  where b.id = request or (b.account_id = earnings and b.state in ('requested', 'approved'))
  order by b.id = request desc
  limit 1
$$;

-- Sets everything payable aside, after what she owes. A freeze that commits meanwhile keeps the request from being
-- approved. status: done, duplicate, mismatch, open (another request is), tooLittle (less than least_points)
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
  -- It ends with the decision, not with time.
  insert into hold (idem, account_id, amount, expires_at, reference)
    values ('payout:' || request, earnings, points, 'infinity', request::text) returning id into placed;
  update account a set held = a.held + points where a.id = earnings;
  insert into payout (id, account_id, points, hold_id, bank_sealed) values (request, earnings, points, placed, bank);
  insert into payout_part (payout_id, payment_id, lot_id, points)
    select request, d.payment, d.lot, d.amount
    from unnest(due.payments, due.lots, due.amounts) d (payment, lot, amount);
  status := 'done';
  return next;
end $$;
