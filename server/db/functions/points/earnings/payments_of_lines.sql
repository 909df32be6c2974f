-- The payments of one page's lines. A line is a call's payments or a single payment; its id is that of its
-- first one.
create or replace function payments_of_lines(
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
