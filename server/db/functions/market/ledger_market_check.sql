-- What must always be true of the market's escrows and proceeds. Every row is a defect.
create or replace view ledger_market_check as
with part as (
  select e.reference, e.points, e.payee_points, e.fee, e.payer_id, e.payee_id,
    sum(h.amount) as held, sum(h.captured) as captured, sum(h.amount - h.captured - h.released) as open,
    bool_and(a.owner_id = e.payer_id) as is_payers
  from market_escrow e
  join hold h on h.id in (e.proceeds_hold_id, e.wallet_hold_id)
  join account a on a.id = h.account_id
  group by e.reference
), paid as (
  select h.reference, sum(t.amount) as amount, sum(t.fee) as fee, bool_and(a.kind = 'proceeds') as is_proceeds
  from transfer t join hold h on h.id = t.hold_id join account a on a.id = t.credit
  where t.kind = 'capture' and t.purpose = 'market' group by h.reference
)
select 'an escrow is not what its holds are' as problem, 'market ' || p.reference as subject
  from part p
  where p.held <> p.points or not p.is_payers
    or p.open <> case when p.payee_points is null then p.points else 0 end
    or p.captured <> coalesce(p.payee_points, 0)
union all
select 'an escrow is not what it paid', 'market ' || p.reference
  from part p left join paid x on x.reference = p.reference
  where (coalesce(x.amount, 0), coalesce(x.fee, 0)) <> (coalesce(p.payee_points, 0), coalesce(p.fee, 0))
    or not coalesce(x.is_proceeds, true)
union all
select 'proceeds from outside the market', 'transfer ' || t.id
  from transfer t join account a on a.id = t.credit where a.kind = 'proceeds' and t.purpose <> 'market'
union all
select 'proceeds left the market', 'transfer ' || t.id
  from transfer t join account a on a.id = t.debit
  where a.kind = 'proceeds' and t.purpose not in ('market', 'forfeiture')
union all
select 'a transaction differs from its escrow', 'market ' || m.id
  from market_transaction m left join market_escrow e on e.reference = m.id::text
  where (e.points, e.payee_points) is distinct from (m.points::bigint, m.seller_points::bigint)
    or (e.payer_id, e.payee_id) is distinct from (m.buyer_id, m.seller_id);
