create or replace view ledger_earnings_check as
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
