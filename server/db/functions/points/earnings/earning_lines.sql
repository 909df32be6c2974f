-- One line per call or payment earned since from_at and before to_at, newest first; its id grows with time.
create or replace function earning_lines(earnings bigint, from_at timestamptz, to_at timestamptz, before_id bigint, max_lines int)
returns table (
  id bigint, call_id text, purpose text, earned_at timestamptz,
  free_points bigint, paid_points bigint, earned bigint, pending bigint, payable bigint, frozen bigint, requested bigint,
  paid bigint, taken bigint, waits_for_purchase boolean, payable_at timestamptz
) language sql stable as $$
  select min(s.payment_id), s.call_id, min(s.purpose), min(s.earned_at),
    coalesce(sum(s.points) filter (where s.kind = 'free'), 0)::bigint,
    coalesce(sum(s.points) filter (where s.kind = 'paid'), 0)::bigint,
    sum(s.earned)::bigint, sum(s.pending)::bigint, sum(s.payable)::bigint, sum(s.frozen)::bigint,
    sum(s.requested)::bigint, sum(s.paid)::bigint, sum(s.taken)::bigint,
    bool_or(s.pending > 0 and s.payable_at is null), max(s.payable_at) filter (where s.pending > 0)
  from earning_states(earnings, payments_of_lines(earnings, from_at, to_at, before_id, max_lines)) s
  group by s.call_id, case when s.call_id is null then s.payment_id end
  order by 1 desc
$$;
