create or replace function report_meters(calls text[], charged bigint[], connected bigint[], decided int[])
returns table (call_id text, charged_ms bigint, funded_ms bigint) language sql as $$
  with report as (
    select r.call_id, max(r.charged_ms) as charged_ms, max(r.connected_ms) as connected_ms, max(r.decided) as decided
    from unnest(calls, charged, connected, decided) r (call_id, charged_ms, connected_ms, decided) group by r.call_id
  ), locked as materialized (
    -- In one order, so that two reports can't wait for each other.
    select m.call_id from meter m join report r on r.call_id = m.call_id
    where m.state = 'open' and m.started_at is not null
    order by m.call_id for no key update of m
  )
  update meter m set
    charged_ms = greatest(m.charged_ms, r.charged_ms),
    connected_ms = greatest(m.connected_ms, r.connected_ms),
    decided_increments = greatest(m.decided_increments, r.decided),
    reported_at = now()
  from report r, locked l
  where m.call_id = r.call_id and m.call_id = l.call_id
  returning m.call_id, m.charged_ms, m.funded_increments * increment_ms()
$$;
