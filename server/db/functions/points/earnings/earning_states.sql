-- The points of each part by their state. All of them sum to the earnings account less its debt.
create or replace function earning_states(earnings bigint, of_payments bigint[] default null)
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
