-- Every character and every pair of neighbours, as numbers: the code point, and the first one's times 2^21
-- plus the second's. Japanese words have one or two characters, for which an index of trigrams is no help.
create or replace function search_grams(folded text) returns bigint[] language sql immutable strict parallel safe cost 10000
return (
  select coalesce(array_agg(distinct gram), '{}')
  from (
    select ascii(sign)::bigint as here, lead(ascii(sign)::bigint) over (order by place) as next
    from unnest(string_to_array(folded, null)) with ordinality as signs (sign, place)
  ) pair, lateral (values (here), (here * 2097152 + next)) as grams (gram)
  where gram is not null
);

-- The indexes store results of the function, so they are built again whenever this file is applied.
drop index if exists search_text_grams;
create index search_text_grams on search_text using gin (search_grams(folded)) with (fastupdate = off);
drop index if exists market_item_grams;
create index market_item_grams on market_item using gin (search_grams(folded)) with (fastupdate = off)
  where state in ('onSale', 'sold');
