-- Returns points of a settled call, the newest first, each charge by a transfer of its own; once per call. It
-- records whether the platform paid. most null: everything that was charged and not returned.
create or replace function point_back(call text, most bigint, why text, by_platform boolean)
returns table (points bigint, free_points bigint, paid_points bigint, taken_back_points bigint) language plpgsql as $$
declare
  m meter;
  c record;
  part bigint;
  total bigint := 0;
  outcome text;
begin
  select x.* into m from meter x where x.call_id = call for no key update;
  if m.state is distinct from 'settled' then
    raise exception 'call % is not settled: nothing can be returned of it', call;
  end if;
  if m.point_back_at is null then
    for c in
      select x.transfer_id, t.amount - coalesce((select sum(r.amount) from transfer r where r.reverses_id = t.id), 0) as usable
      from meter_charge x join transfer t on t.id = x.transfer_id
      where x.call_id = call order by x.first_increment desc
    loop
      part := least(c.usable, coalesce(most, c.usable + total) - total);
      continue when part <= 0;
      select r.status into outcome from refund_transfer(
        'pointBack:' || call || ':' || c.transfer_id, c.transfer_id, part, by_platform, 'pointBack', call) r;
      if outcome <> 'done' then
        raise exception 'point-back of call %: transfer % answered %', call, c.transfer_id, outcome;
      end if;
      total := total + part;
    end loop;
    if total > 0 then
      update meter x set point_back_points = total, point_back_at = now(), point_back_reason = why,
        point_back_by_platform = by_platform where x.call_id = call;
    end if;
  end if;
  return query select * from point_back_result(call);
end $$;
