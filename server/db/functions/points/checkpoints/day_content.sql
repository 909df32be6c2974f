create or replace function day_content(which date) returns table (transfers bigint, points bigint, digest bytea)
language sql stable set enable_nestloop = off as $$
  with span as (
    select min(t.id) as first, max(t.id) as last from transfer t
    where t.created_at >= day_start(which) and t.created_at < day_start(which + 1)
  ), posted as (
    select e.transfer_id, json_agg(json_build_array(e.account_id, e.amount) order by e.account_id) as entries
    from entry e where e.transfer_id between (select first from span) and (select last from span)
    group by e.transfer_id
  )
  select count(*), coalesce(sum(t.amount), 0)::bigint,
    sha256(coalesce(string_agg(checkpoint_leaf(t, p.entries), ''::bytea order by t.id), ''::bytea))
  from transfer t left join posted p on p.transfer_id = t.id
  where t.created_at >= day_start(which) and t.created_at < day_start(which + 1)
$$;
