-- What was paid beside a meter in its visit of a live room.
create or replace function paid_beside(m meter) returns bigint language sql stable as $$
  select case when m.live_room_id is null then 0 else live_visit_spent(m.call_id::uuid) end
$$;
