-- Price of the increments from `first` up to, not including, `upto`: each costs what was carried when it began
-- (domain/points/tariff.ts). One before the first segment costs what the rate says.
create or replace function points_of_increments(m meter, first int, upto int) returns bigint language sql stable as $$
  with segment as (
    select s.first_increment, s.carries, lead(s.first_increment, 1, 2147483647) over (order by s.number) as next_first
    from meter_segment s where s.call_id = m.call_id
  ), priced as (
    select 0 as begins, coalesce(min(s.first_increment), 2147483647) as ends, m.increment_points as price from segment s
    union all
    select s.first_increment, s.next_first,
      coalesce(case s.carries when 'video' then m.video_points else m.voice_points end, m.increment_points)
    from segment s
  )
  select coalesce(sum(greatest(0, least(p.ends, upto) - greatest(p.begins, first))::bigint * p.price), 0)::bigint
  from priced p
$$;
