-- What /search filters, sorts and reads, one narrow row a broadcaster: any mix of filters is at worst one pass over
-- 100,000 of them. The tables keep themselves, so that no way of changing a person can forget them.

create table search_entry (
  member_id text primary key references broadcaster (member_id) on delete cascade,
  age int not null,
  region text not null,
  born_on date,
  tags text[] not null,
  -- Points per minute; null: she doesn't take that kind. `price_low` is the lower of both, 2^31 - 1 without any.
  price_video int,
  price_voice int,
  price_low int not null,
  -- Ascending, so that one comparison of rows goes on after any of them: tenths of the mean score, the number of
  -- reviews, and the microseconds of her approval, each negative. 0: no review.
  rating_rank int not null,
  review_rank int not null,
  newest_rank bigint not null
);
create index search_entry_rating on search_entry (rating_rank, review_rank, member_id);
create index search_entry_newest on search_entry (newest_rank, member_id);
create index search_entry_price on search_entry (price_low, rating_rank, review_rank, member_id);
create index search_entry_price_video on search_entry (price_video, rating_rank, review_rank, member_id)
  where price_video is not null;
create index search_entry_price_voice on search_entry (price_voice, rating_rank, review_rank, member_id)
  where price_voice is not null;
create index search_entry_reviews on search_entry (review_rank, rating_rank, member_id);
create index search_entry_region on search_entry (region, age);
-- Without a list of pending entries, which every search would have to read through.
create index search_entry_tags on search_entry using gin (tags) with (fastupdate = off);

-- As `foldSearchText` of domain/people/search-text.ts folds what is searched for; test/api/people/search-text.test.ts holds
-- the two equal.
create function search_fold(written text) returns text language sql immutable strict parallel safe
return translate(lower(normalize(written, NFKC)),
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ',
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ');

-- Every character and every two that stand side by side, as numbers: the code point, and the first one's times 2^21
-- plus the second's. Japanese words are of one or two characters, which an index of trigrams doesn't help.
create function search_grams(folded text) returns bigint[] language sql immutable strict parallel safe cost 10000
return (
  select coalesce(array_agg(distinct gram), '{}')
  from (
    select ascii(sign)::bigint as here, lead(ascii(sign)::bigint) over (order by place) as next
    from unnest(string_to_array(folded, null)) with ordinality as signs (sign, place)
  ) pair, lateral (values (here), (here * 2097152 + next)) as grams (gram)
  where gram is not null
);

create table search_text (
  member_id text primary key references search_entry (member_id) on delete cascade,
  -- Name, job, tags and bio, folded, each on a line of its own.
  folded text not null
);
create index search_text_grams on search_text using gin (search_grams(folded)) with (fastupdate = off);

-- Takes in what the members are now. Her row is locked first, so that of two changes at once the later one sees both.
create function refresh_search(ids text[]) returns void language plpgsql as $$
begin
  perform from broadcaster where member_id = any(ids) order by member_id for no key update;
  delete from search_entry e using member m where m.id = e.member_id and m.id = any(ids) and m.role <> 'broadcaster';
  insert into search_entry
  select m.id, m.age, m.region, m.born_on, b.tags, b.rate_video, b.rate_voice,
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

create function keep_search_of_broadcasters() returns trigger language plpgsql as $$
begin
  perform refresh_search(array_agg(n.member_id)) from new_rows n;
  return null;
end $$;
create trigger search_broadcaster_added after insert on broadcaster
  referencing new table as new_rows for each statement execute function keep_search_of_broadcasters();

create function keep_search_of_changed_broadcasters() returns trigger language plpgsql as $$
declare changed text[];
begin
  select array_agg(n.member_id) into changed from new_rows n join old_rows o using (member_id)
  where (n.job, n.bio, n.tags, n.rate_video, n.rate_voice, n.approved_at, n.review_count, n.review_score_sum)
    is distinct from (o.job, o.bio, o.tags, o.rate_video, o.rate_voice, o.approved_at, o.review_count, o.review_score_sum);
  if changed is not null then perform refresh_search(changed); end if;
  return null;
end $$;
create trigger search_broadcaster_changed after update on broadcaster
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_search_of_changed_broadcasters();

create function keep_search_of_changed_members() returns trigger language plpgsql as $$
declare changed text[];
begin
  select array_agg(n.id) into changed from new_rows n join old_rows o using (id)
  where (n.role, n.name, n.age, n.region, n.born_on) is distinct from (o.role, o.name, o.age, o.region, o.born_on);
  if changed is not null then perform refresh_search(changed); end if;
  return null;
end $$;
create trigger search_member_changed after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_search_of_changed_members();

select refresh_search(array_agg(member_id)) from broadcaster;
