-- Records a notice for up to `most` lots whose expiry is at one of these distances, and returns the lots.
-- After a downtime a lot gets the nearest notice alone, and none of a distance as long as its whole life.
create or replace function note_expiring_lots(steps int[], most int)
returns table (lot_id bigint, member_id text, days_before int) language sql as $$
  with due as (
    select l.id, a.owner_id, step.days
    -- next_expiry_at is never later than the first expiry of an open lot.
    from account a
    join lot l on l.account_id = a.id and not l.closed
    join transfer t on t.id = l.grant_transfer_id
    cross join lateral (
      select min(s.days) as days from unnest(steps) s (days)
      where l.expires_at <= now() + make_interval(days => s.days)
    ) step
    where a.kind = 'wallet' and a.next_expiry_at <= now() + make_interval(days => (select max(s) from unnest(steps) s))
      and l.expires_at > now() and t.created_at < l.expires_at - make_interval(days => step.days)
      and not exists (select 1 from lot_expiry_notice n where n.lot_id = l.id and n.days_before <= step.days)
    order by l.expires_at, l.id
    limit most
  ), noted as (
    insert into lot_expiry_notice (lot_id, days_before) select d.id, d.days from due d
    on conflict do nothing
    returning lot_id, days_before
  )
  select n.lot_id, d.owner_id, n.days_before from noted n join due d on d.id = n.lot_id
$$;
