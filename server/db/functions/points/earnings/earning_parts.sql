-- One row for every lot that a payment to this account was paid from; of some payments, or of all (null).
create or replace function earning_parts(earnings bigint, of_payments bigint[] default null)
returns table (
  payment_id bigint, lot_id bigint, kind lot_kind, call_id text, purpose text, earned_at timestamptz,
  -- What the payment used of the lot, less what a refund returned to it, and the broadcaster's share of that.
  points bigint, earned bigint,
  -- Null: not before its payer buys points.
  payable_at timestamptz,
  is_frozen boolean,
  -- Of earned: in an open request, paid out, taken back, and left. What is left is negative when more was
  -- paid out than the broadcaster keeps.
  requested bigint, paid bigint, taken bigint, rest bigint
) language sql stable as $$
  with wanted as materialized (
    select of_payments as ids
  ), payment as materialized (
    select t.id, t.debit, t.purpose, t.created_at,
      t.amount - t.fee - coalesce((
        select sum(r.amount - r.fee) from transfer r where r.reverses_id = t.id and r.debit = earnings
      ), 0)::bigint as share
    from entry e join transfer t on t.id = e.transfer_id
    where e.account_id = earnings and t.credit = earnings and t.kind in ('spend', 'capture')
      and ((select w.ids from wanted w) is null or e.transfer_id in (select unnest(w.ids) from wanted w))
  ), payer as materialized (
    select w.debit, first_purchase_at(w.debit) as bought_at from (select distinct p.debit from payment p) w
  ), used as (
    select p.id, u.lot_id, l.kind, p.debit, p.purpose, p.created_at, p.share,
      u.amount - coalesce((
        select sum(x.amount) from transfer r join lot_return x on x.transfer_id = r.id and x.lot_id = u.lot_id
        where r.reverses_id = p.id and r.debit = earnings
      ), 0)::bigint as points
    from payment p join lot_use u on u.transfer_id = p.id join lot l on l.id = u.lot_id
  ), split as (
    select u.*, (sum(u.points) over up_to_here)::bigint as up_to, (sum(u.points) over (partition by u.id))::bigint as total
    from used u
    window up_to_here as (partition by u.id order by u.kind, u.lot_id rows unbounded preceding)
  ), part as (
    -- Floored cumulatively, free lots first (domain/points/share.ts).
    select s.*, case when s.total = 0 then 0
      else s.share * s.up_to / s.total - s.share * (s.up_to - s.points) / s.total end as earned
    from split s
  )
  select p.id, p.lot_id, p.kind, c.call_id, p.purpose, p.created_at, p.points, p.earned,
    case p.kind when 'paid' then p.created_at else greatest(p.created_at, y.bought_at) end
      + case when p.kind = 'paid' or y.bought_at is not null then payable_after() end,
    exists (select 1 from earning_freeze_lot x join earning_freeze f on f.id = x.freeze_id
      where x.lot_id = p.lot_id and f.state = 'open'),
    o.requested, o.paid, k.taken, p.earned - o.requested - o.paid - k.taken
  from part p
  join payer y on y.debit = p.debit
  left join meter_charge c on c.transfer_id = p.id
  cross join lateral (
    select coalesce(sum(x.points) filter (where b.state in ('requested', 'approved')), 0)::bigint as requested,
      coalesce(sum(x.points) filter (where b.state = 'paid'), 0)::bigint as paid
    from payout_part x join payout b on b.id = x.payout_id where x.payment_id = p.id and x.lot_id = p.lot_id
  ) o
  cross join lateral (
    select coalesce(sum(x.points), 0)::bigint as taken
    from clawback_part x where x.payment_id = p.id and x.lot_id = p.lot_id
  ) k
$$;
