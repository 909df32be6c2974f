create or replace function earning_totals(earnings bigint)
returns table (
  pending bigint, payable bigint, frozen bigint, requested bigint, paid bigint, owed bigint, next_payable_at timestamptz
) language sql stable as $$
  select coalesce(sum(s.pending), 0)::bigint, coalesce(sum(s.payable), 0)::bigint, coalesce(sum(s.frozen), 0)::bigint,
    coalesce(sum(s.requested), 0)::bigint, coalesce(sum(s.paid), 0)::bigint, coalesce(sum(s.owed), 0)::bigint,
    min(s.payable_at) filter (where s.pending > 0)
  from earning_states(earnings) s
$$;
