-- Counts likes. Within one statement the rows are locked in one order; those of a post that is being deleted
-- are gone already.
create or replace function keep_timeline_likes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into timeline_tally as t (post_id, item, shard, amount)
    select post_id, -1, timeline_shard(member_id), count(*)::int from changed group by 1, 3 order by 1, 3
    on conflict (post_id, item, shard) do update set amount = t.amount + excluded.amount;
  else
    update timeline_tally t set amount = t.amount - less.amount
    from (
      select post_id, timeline_shard(member_id) as shard, count(*)::int as amount from changed group by 1, 2
      order by 1, 2
    ) less
    where t.post_id = less.post_id and t.item = -1 and t.shard = less.shard;
  end if;
  return null;
end $$;

create or replace trigger timeline_like_added after insert on timeline_like
  referencing new table as changed for each statement execute function keep_timeline_likes();

create or replace trigger timeline_like_removed after delete on timeline_like
  referencing old table as changed for each statement execute function keep_timeline_likes();
