-- What a page shows or a dispute takes is looked up for its own payments alone, not for all that she ever earned.

drop function earning_parts(bigint);
drop function earning_states(bigint);

-- One row for every lot that a payment to this account was paid from; of some payments, or of all (null).
create function earning_parts(earnings bigint, of_payments bigint[] default null)
returns table (
  payment_id bigint, lot_id bigint, kind lot_kind, call_id text, purpose text, earned_at timestamptz,
  -- What the payment took from the lot, less what she gave back of it, and her share of that.
  points bigint, earned bigint,
  -- Null: not before its payer buys points.
  payable_at timestamptz,
  is_frozen boolean,
  -- Of earned: what is in an open request, was paid out, was taken back; and what is left, negative when more was
  -- paid out than she keeps.
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

-- Each part's points by their state. All of them sum to the earnings account less its debt.
create function earning_states(earnings bigint, of_payments bigint[] default null)
returns table (
  payment_id bigint, lot_id bigint, kind lot_kind, call_id text, purpose text, earned_at timestamptz,
  points bigint, earned bigint, payable_at timestamptz,
  pending bigint, payable bigint, frozen bigint, requested bigint, paid bigint, taken bigint, owed bigint
) language sql stable as $$
  select p.payment_id, p.lot_id, p.kind, p.call_id, p.purpose, p.earned_at, p.points, p.earned, p.payable_at,
    case when p.rest > 0 and not p.is_frozen and (p.payable_at <= now()) is not true then p.rest else 0 end,
    case when p.rest > 0 and not p.is_frozen and p.payable_at <= now() then p.rest else 0 end,
    case when p.rest > 0 and p.is_frozen then p.rest else 0 end,
    p.requested, p.paid, p.taken, greatest(-p.rest, 0)
  from earning_parts(earnings, of_payments) p
$$;

-- The payments to one account from a freeze's lots.
create function payments_of_freeze(of_freeze bigint, earnings bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct t.id), '{}')
  from earning_freeze_lot x
  join lot l on l.id = x.lot_id
  join entry e on e.account_id = l.account_id
  join lot_use u on u.transfer_id = e.transfer_id and u.lot_id = l.id
  join transfer t on t.id = u.transfer_id and t.credit = earnings
  where x.freeze_id = of_freeze
$$;

-- Takes one locked account's share of a freeze's lots; what the account hasn't free becomes a debt. Returns the points.
create or replace function take_back_of(earnings bigint, debt bigint, of_freeze bigint, about text) returns bigint language plpgsql as $$
declare
  total bigint;
  from_earnings bigint;
begin
  with posted as (
    insert into clawback_part (freeze_id, payment_id, lot_id, points)
      select of_freeze, p.payment_id, p.lot_id, p.earned - p.taken
      from earning_parts(earnings, payments_of_freeze(of_freeze, earnings)) p
      join earning_freeze_lot x on x.lot_id = p.lot_id and x.freeze_id = of_freeze
      where p.earned > p.taken
      returning points
  )
  select coalesce(sum(p.points), 0) into total from posted p;
  select least(total, a.balance - a.held) into from_earnings from account a where a.id = earnings;
  if from_earnings > 0 then
    update account a set balance = a.balance - from_earnings where a.id = earnings;
    perform post_transfer('clawback:' || about || ':' || earnings, 'clawback', earnings, house_account(), from_earnings, 0,
      'chargeback', about);
  end if;
  if total > from_earnings then
    update account a set balance = a.balance - (total - from_earnings) where a.id = debt;
    perform post_transfer('clawback:' || about || ':' || debt, 'clawback', debt, house_account(), total - from_earnings, 0,
      'chargeback', about);
  end if;
  return total;
end $$;

-- The payments of one page's lines: a line is a call's payments or a single one, and its first one's id is its own.
create function payments_of_lines(
  earnings bigint, from_at timestamptz, to_at timestamptz, before_id bigint, max_lines int
) returns bigint[] language sql stable as $$
  select coalesce(array_agg(p.id), '{}')
  from (
    select array_agg(t.id) as payments
    from entry e join transfer t on t.id = e.transfer_id
    left join meter_charge c on c.transfer_id = t.id
    where e.account_id = earnings and t.credit = earnings and t.kind in ('spend', 'capture')
      and t.created_at >= from_at and t.created_at < to_at
    group by c.call_id, case when c.call_id is null then t.id end
    having min(t.id) < before_id
    order by min(t.id) desc
    limit max_lines
  ) line cross join lateral unnest(line.payments) p (id)
$$;

-- One line a call or payment earned since from_at and before to_at, newest first; its id grows with time.
create or replace function earning_lines(earnings bigint, from_at timestamptz, to_at timestamptz, before_id bigint, max_lines int)
returns table (
  id bigint, call_id text, purpose text, earned_at timestamptz, charged_ms bigint,
  free_points bigint, paid_points bigint, earned bigint, pending bigint, payable bigint, frozen bigint, requested bigint,
  paid bigint, taken bigint, waits_for_purchase boolean, payable_at timestamptz
) language sql stable as $$
  select min(s.payment_id), s.call_id, min(s.purpose), min(s.earned_at), max(m.charged_ms),
    coalesce(sum(s.points) filter (where s.kind = 'free'), 0)::bigint,
    coalesce(sum(s.points) filter (where s.kind = 'paid'), 0)::bigint,
    sum(s.earned)::bigint, sum(s.pending)::bigint, sum(s.payable)::bigint, sum(s.frozen)::bigint,
    sum(s.requested)::bigint, sum(s.paid)::bigint, sum(s.taken)::bigint,
    bool_or(s.pending > 0 and s.payable_at is null), max(s.payable_at) filter (where s.pending > 0)
  from earning_states(earnings, payments_of_lines(earnings, from_at, to_at, before_id, max_lines)) s
  left join meter m on m.call_id = s.call_id
  group by s.call_id, case when s.call_id is null then s.payment_id end
  order by 1 desc
$$;
