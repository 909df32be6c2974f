-- What a visit has spent in the room's flow, in points: comments, presents, and menu orders that wait or were
-- carried out. The meter's own charge isn't part of it.
create or replace function live_visit_spent(visit uuid) returns bigint language sql stable as $$
  select coalesce((select sum(e.points) from live_entry e where e.call_id = visit and e.kind <> 'menu'), 0)::bigint
    + coalesce((select sum(o.points) from live_menu_order o where o.call_id = visit and o.state in ('waiting', 'done')), 0)::bigint
$$;
