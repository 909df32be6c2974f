-- Adds what calls carried, as their media servers decided; what is known stays as it is. A segment never begins
-- before an increment that is paid.
create or replace function record_segments(calls text[], numbers int[], ats bigint[], firsts int[], carried text[])
returns void language sql as $$
  insert into meter_segment (call_id, number, at_ms, first_increment, carries)
  select r.call_id, r.number, r.at_ms, r.first_increment, r.carries
  from unnest(calls, numbers, ats, firsts, carried) r (call_id, number, at_ms, first_increment, carries)
  join meter m on m.call_id = r.call_id and m.state = 'open'
  where r.number > coalesce((select max(s.number) from meter_segment s where s.call_id = r.call_id), -1)
    and r.first_increment >= m.captured_increments
  order by r.call_id, r.number
  on conflict do nothing
$$;
