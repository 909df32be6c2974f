-- Counts the votes of polls, as `keep_timeline_likes` counts likes.
create or replace function keep_timeline_votes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into timeline_tally as t (post_id, item, shard, amount)
    select post_id, choice, timeline_shard(member_id), count(*)::int from changed group by 1, 2, 3 order by 1, 2, 3
    on conflict (post_id, item, shard) do update set amount = t.amount + excluded.amount;
  else
    update timeline_tally t set amount = t.amount - less.amount
    from (
      select post_id, choice, timeline_shard(member_id) as shard, count(*)::int as amount from changed
      group by 1, 2, 3 order by 1, 2, 3
    ) less
    where t.post_id = less.post_id and t.item = less.choice and t.shard = less.shard;
  end if;
  return null;
end $$;

create or replace trigger timeline_vote_added after insert on timeline_vote
  referencing new table as changed for each statement execute function keep_timeline_votes();

create or replace trigger timeline_vote_removed after delete on timeline_vote
  referencing old table as changed for each statement execute function keep_timeline_votes();
