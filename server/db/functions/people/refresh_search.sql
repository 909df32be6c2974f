-- Writes what search reads of these members from their present rows. Each broadcaster's row is locked first,
-- so that the later of two changes at once sees both.
create or replace function refresh_search(ids text[]) returns void language plpgsql as $$
begin
  perform from broadcaster where member_id = any(ids) order by member_id for no key update;
  delete from search_entry e using member m where m.id = e.member_id and m.id = any(ids) and m.role <> 'broadcaster';
  insert into search_entry
  select m.id, case when m.is_age_shown then m.age end, m.region, m.born_on, b.tags, b.rate_video, b.rate_voice,
    coalesce(least(b.rate_video, b.rate_voice), 2147483647),
    coalesce(-round(b.review_score_sum * 10.0 / nullif(b.review_count, 0)), 0)::int,
    -b.review_count, -(extract(epoch from b.approved_at) * 1000000)::bigint
  from broadcaster b join member m on m.id = b.member_id
  where m.id = any(ids) and m.role = 'broadcaster'
  on conflict (member_id) do update set
    age = excluded.age, region = excluded.region, born_on = excluded.born_on, tags = excluded.tags,
    price_video = excluded.price_video, price_voice = excluded.price_voice, price_low = excluded.price_low,
    rating_rank = excluded.rating_rank, review_rank = excluded.review_rank, newest_rank = excluded.newest_rank
  where search_entry is distinct from excluded;
  insert into search_text
  select m.id, search_fold(concat_ws(e'\n', m.name, b.job, array_to_string(b.tags, e'\n'), b.bio))
  from broadcaster b join member m on m.id = b.member_id
  where m.id = any(ids) and m.role = 'broadcaster'
  on conflict (member_id) do update set folded = excluded.folded
  where search_text.folded <> excluded.folded;
end $$;
