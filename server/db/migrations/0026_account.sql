-- Age and region are empty until the member gives them (product.md 8.1). A registration used to store the
-- sign-in's fixed values, which nobody had chosen; who has edited neither still has both.
alter table member
  alter column region drop not null, alter column region drop default,
  alter column age drop not null, alter column age drop default;

-- The search holds what a profile shows.
alter table search_entry alter column region drop not null;

with invented as (
  update member set region = null, age = null
  where region = '東京' and age = 20 and age_checked_at is null and not is_demo
  returning id
)
-- A review keeps how its author was called: nothing invented stays there either.
update review set author_label = ''
where author_id in (select id from invented) and author_label in ('東京・20代', '東京');

-- Erased members had the values that the columns then required.
update member set region = null, age = null where quit_at is not null and region = '';
