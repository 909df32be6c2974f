-- A refund that its service refuses gives back the points that it took itself: what an earlier one took was paid for.

-- Which transfers took a refund's points.
create table order_refund_void (
  transfer_id bigint primary key,
  refund_id text not null references order_refund (id)
);
create index order_refund_void_refund on order_refund_void (refund_id);

-- One refund of an order is under way at a time: what was taken is of the first that was decided afterwards.
insert into order_refund_void (transfer_id, refund_id)
  select t.id, r.id from transfer t
  cross join lateral (
    select x.id from order_refund x
    where x.order_id = t.reference and x.amount_yen is not null and coalesce(x.decided_at, 'infinity') >= t.created_at
    order by x.decided_at nulls last limit 1
  ) r
  where t.kind = 'void' and t.purpose = 'orderRefund';

drop function void_order(text, text);

-- What is left of an order's own lots goes, before its yen are paid back. Held points stay.
create function void_order(of_order text, owner text, of_refund text)
returns table (paid_points bigint, free_points bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  usable bigint;
  part bigint;
  l record;
begin
  perform lock_accounts(array[wallet]);
  paid_points := 0; free_points := 0;
  usable := available_of(wallet);
  for l in
    select o.id, o.remaining, o.kind from lot o
    where o.id in (select x.lot_id from lots_of_order(of_order) x) and not o.closed and o.expires_at > now()
    order by o.kind desc, o.id
  loop
    part := least(l.remaining, usable);
    continue when part <= 0;
    insert into order_refund_void (transfer_id, refund_id) values (
      take_from_lot('void:' || gen_random_uuid(), 'void', wallet, issuer_account(), l.id, part, 'orderRefund', of_order),
      of_refund);
    usable := usable - part;
    if l.kind = 'paid' then paid_points := paid_points + part; else free_points := free_points + part; end if;
  end loop;
  return next;
end $$;

drop function give_back(text, text, text, interval);

-- Undoes these takings of an order: into the lots they came from, and off the debt. Of a debt that was paid meanwhile
-- the points come back as a new lot. Each transfer is undone once; returns the points.
create function give_back_takings(of_order text, owner text, takings bigint[], valid_for interval)
returns bigint language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  given bigint := 0;
  posted bigint;
  relieved bigint;
  t record;
begin
  perform lock_accounts(array[wallet, debt]);
  for t in
    select x.id, x.kind, x.amount from transfer x
    where x.id = any (takings)
      and not exists (select 1 from transfer r where r.reverses_id = x.id)
      and not exists (select 1 from transfer r where r.idem in ('relief:' || x.id, 'grant:relief:' || x.id))
    order by x.id
  loop
    if t.kind = 'void' then
      insert into transfer (idem, kind, debit, credit, amount, purpose, reference, reverses_id)
        values ('giveBack:' || t.id, 'refund', issuer_account(), wallet, t.amount, 'disputeWon', of_order, t.id)
        returning id into posted;
      insert into entry (account_id, transfer_id, amount)
        values (issuer_account(), posted, -t.amount), (wallet, posted, t.amount);
      perform return_lots(t.id, posted, t.amount);
      update account a set
        balance = a.balance + t.amount,
        next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
        where a.id = wallet;
    else
      relieved := least(t.amount, buyer_debt(debt));
      if relieved > 0 then
        perform post_transfer('relief:' || t.id, 'relief', issuer_account(), debt, relieved, 0, 'disputeWon', of_order);
      end if;
      if relieved < t.amount then
        perform grant_points('grant:relief:' || t.id, owner, t.amount - relieved, 'paid', valid_for, 'disputeWon', of_order);
      end if;
    end if;
    given := given + t.amount;
  end loop;
  -- A lot past its expiry takes the points back only to let them expire.
  perform expire_wallet(wallet);
  return given;
end $$;

-- The dispute was won: all that was taken for it.
create function give_back_disputed(of_order text, owner text, valid_for interval) returns bigint language sql as $$
  select give_back_takings(of_order, owner, array(
    select t.id from transfer t
    where t.reference = of_order and t.purpose = 'chargeback' and t.kind in ('void', 'chargeback')), valid_for)
$$;

-- The service refused to pay this refund back.
create function give_back_refund(of_refund text, of_order text, owner text, valid_for interval)
returns bigint language sql as $$
  select give_back_takings(of_order, owner, array(
    select v.transfer_id from order_refund_void v where v.refund_id = of_refund), valid_for)
$$;

create view ledger_refund_check as
with took as (
  select v.refund_id, sum(u.amount - u.refunded) as paid
  from order_refund_void v join lot_use u on u.transfer_id = v.transfer_id join lot l on l.id = u.lot_id
  where l.kind = 'paid' group by v.refund_id
)
select 'the yen of a refund are not the paid points it took' as problem, 'refund ' || r.id as subject
  from order_refund r left join took k on k.refund_id = r.id
  where coalesce(k.paid, 0) <> case when r.state in ('asked', 'done') then r.amount_yen else 0 end;

create or replace view ledger_check as
select problem, subject from ledger_points_check
union all
select problem, subject from ledger_earnings_check
union all
select problem, subject from ledger_refund_check;
