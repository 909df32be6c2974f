-- Earnings paid out as money: asked for, approved, paid or refused. Keys and locks as in 0003_points_ledger.sql; a payout
-- belongs to its account.

-- Where a member's money goes. Sealed: a stolen table pays nobody.
create table payout_account (
  member_id text primary key references member (id) on delete cascade,
  sealed bytea not null,
  -- Keyed hash of bank, branch and number: who shares it can be found, what it is can't.
  identity_key text not null,
  changed_at timestamptz not null default now()
);
create index payout_account_identity on payout_account (identity_key);

-- Which operators approved; above a limit it takes two (domain/points/payout.ts).
create table payout_approval (
  payout_id uuid not null references payout (id),
  operator_id bigint not null references operator (id),
  approved_at timestamptz not null default now(),
  primary key (payout_id, operator_id)
);

-- What a member owes from returns and lost disputes beyond what her earnings had; not what she owes as a buyer.
create function earnings_debt(debt bigint) returns bigint language sql stable as $$
  select coalesce(-sum(e.amount), 0)::bigint from entry e join transfer t on t.id = e.transfer_id
  where e.account_id = debt and t.kind in ('refund', 'clawback', 'settlement')
$$;

-- Sets everything payable aside, after what she owes. status: done, duplicate, mismatch, open (another request is),
-- tooLittle (less than least_points)
create function request_payout(request uuid, member text, least_points bigint, bank bytea)
returns table (status text, points bigint) language plpgsql as $$
declare
  earnings bigint := account_of('earnings', member);
  debt bigint := account_of('debt', member);
  first payout;
  owed bigint;
  placed bigint;
begin
  perform lock_accounts(array[earnings, debt]);
  select b.* into first from payout b where b.id = request;
  if found then
    status := case when first.account_id = earnings then 'duplicate' else 'mismatch' end;
    points := first.points;
    return next;
    return;
  end if;
  if exists (select 1 from payout b where b.account_id = earnings and b.state in ('requested', 'approved')) then
    status := 'open';
    return next;
    return;
  end if;
  select t.payable - t.owed into points from earning_totals(earnings) t;
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
    select request, s.payment_id, s.lot_id, s.payable - s.owed from earning_states(earnings) s where s.payable <> s.owed;
  status := 'done';
  return next;
end $$;

-- True while a part of it is frozen.
create function payout_is_frozen(request uuid) returns boolean language sql stable as $$
  select exists (
    select 1 from payout_part p
    join earning_freeze_lot x on x.lot_id = p.lot_id
    join earning_freeze f on f.id = x.freeze_id and f.state = 'open'
    where p.payout_id = request)
$$;

-- The money is on its way. status: done, duplicate, mismatch (not approved, or refused), unknown
create function pay_payout(request uuid) returns text language plpgsql as $$
declare
  b payout;
begin
  perform lock_accounts(array(select x.account_id from payout x where x.id = request));
  select x.* into b from payout x where x.id = request for update;
  if not found then return 'unknown'; end if;
  if b.state <> 'approved' then return case b.state when 'paid' then 'duplicate' else 'mismatch' end; end if;
  perform release_locked(b.hold_id);
  update account a set balance = a.balance - b.points where a.id = b.account_id;
  perform post_transfer('payout:' || request, 'payout', b.account_id, issuer_account(), b.points, 0, 'payout', request::text);
  update payout x set state = 'paid', decided_at = now() where x.id = request;
  return 'done';
end $$;

-- Gives back what was set aside. status: done, duplicate, mismatch (paid already), unknown
create function refuse_payout(request uuid, because text) returns text language plpgsql as $$
declare
  b payout;
begin
  perform lock_accounts(array(select x.account_id from payout x where x.id = request));
  select x.* into b from payout x where x.id = request for update;
  if not found then return 'unknown'; end if;
  if b.state not in ('requested', 'approved') then
    return case b.state when 'refused' then 'duplicate' else 'mismatch' end;
  end if;
  perform release_locked(b.hold_id);
  update payout x set state = 'refused', refused_because = because, decided_at = now() where x.id = request;
  return 'done';
end $$;

-- What must always be true of earnings, beside what is true of every account. Every row is a defect.

alter view ledger_check rename to ledger_points_check;

create view ledger_earnings_check as
with credited as (
  select t.credit as id, sum(t.amount - t.fee) as amount from transfer t where t.kind in ('spend', 'capture') group by t.credit
), returned as (
  select t.debit as id, sum(t.amount - t.fee) as amount from transfer t where t.kind = 'refund' group by t.debit
), paid_out as (
  select b.account_id as id, sum(b.points) as amount from payout b where b.state = 'paid' group by b.account_id
), taken as (
  select t.credit as id, sum(c.points) as amount from clawback_part c join transfer t on t.id = c.payment_id group by t.credit
), part_sum as (
  select payout_id, sum(points) as points from payout_part group by payout_id
), paid_part as (
  select p.payment_id, sum(p.points) as points from payout_part p join payout b on b.id = p.payout_id and b.state <> 'refused'
  group by p.payment_id
)
select 'earnings are not what was earned and not paid out' as problem, 'account ' || a.id as subject
  from account a
  left join account d on d.kind = 'debt' and d.owner_id = a.owner_id
  left join credited c on c.id = a.id
  left join returned r on r.id = a.id
  left join paid_out p on p.id = a.id
  left join taken k on k.id = a.id
  where a.kind = 'earnings' and a.balance - coalesce(earnings_debt(d.id), 0)
    <> coalesce(c.amount, 0) - coalesce(r.amount, 0) - coalesce(p.amount, 0) - coalesce(k.amount, 0)
union all
select 'a payout is not the sum of its parts', 'payout ' || b.id
  from payout b left join part_sum s on s.payout_id = b.id where b.points <> coalesce(s.points, 0)
union all
select 'a payout is not what is set aside for it', 'payout ' || b.id
  from payout b left join hold h on h.id = b.hold_id and h.account_id = b.account_id
  where (h.amount - h.captured - h.released) is distinct from
    case when b.state in ('requested', 'approved') then b.points else 0 end
union all
select 'a payout is not what was posted', 'payout ' || b.id
  from payout b left join transfer t on t.kind = 'payout' and t.reference = b.id::text
  where (t.debit, t.amount) is distinct from
    (case when b.state = 'paid' then b.account_id end, case when b.state = 'paid' then b.points end)
union all
select 'a payout of nobody', 'transfer ' || t.id
  from transfer t where t.kind = 'payout' and not exists (select 1 from payout b where b.id::text = t.reference)
union all
select 'an earning was paid out twice', 'transfer ' || p.payment_id
  from paid_part p join transfer t on t.id = p.payment_id where p.points > t.amount - t.fee
union all
select 'a lost dispute is not what it took', 'freeze ' || f.id
  from earning_freeze f
  left join (select freeze_id, sum(points) as points from clawback_part group by freeze_id) c on c.freeze_id = f.id
  left join (select reference, sum(amount) as amount from transfer where kind = 'clawback' group by reference) t
    on t.reference = f.reference
  where coalesce(c.points, 0) <> coalesce(t.amount, 0) or (f.state <> 'takenBack' and c.points is not null);

create view ledger_check as
select problem, subject from ledger_points_check
union all
select problem, subject from ledger_earnings_check;
