create or replace function keep_search_of_changed_broadcasters() returns trigger language plpgsql as $$
declare changed text[];
begin
  select array_agg(n.member_id) into changed from new_rows n join old_rows o using (member_id)
  where (n.job, n.bio, n.tags, n.rate_video, n.rate_voice, n.approved_at, n.review_count, n.review_score_sum)
    is distinct from (o.job, o.bio, o.tags, o.rate_video, o.rate_voice, o.approved_at, o.review_count, o.review_score_sum);
  if changed is not null then perform refresh_search(changed); end if;
  return null;
end $$;

create or replace trigger search_broadcaster_changed after update on broadcaster
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_search_of_changed_broadcasters();
