-- Lists sort by rating on every visit of the home screen: the totals stand on her row, kept by the table itself,
-- so that no way of adding or removing a review (a leaving author takes his along) can forget them.

alter table broadcaster
  add column review_count int not null default 0 check (review_count >= 0),
  add column review_score_sum int not null default 0 check (review_score_sum between review_count and review_count * 5);

create function keep_review_totals() returns trigger language plpgsql as $$
begin
  update broadcaster b set
    review_count = b.review_count + change.count,
    review_score_sum = b.review_score_sum + change.score
  from (select target_id, count(*)::int as count, sum(score)::int as score from added group by target_id) change
  where b.member_id = change.target_id;
  return null;
end $$;

create function keep_review_totals_less() returns trigger language plpgsql as $$
begin
  update broadcaster b set
    review_count = b.review_count - change.count,
    review_score_sum = b.review_score_sum - change.score
  from (select target_id, count(*)::int as count, sum(score)::int as score from removed group by target_id) change
  where b.member_id = change.target_id;
  return null;
end $$;

create trigger review_added after insert on review
  referencing new table as added for each statement execute function keep_review_totals();
create trigger review_removed after delete on review
  referencing old table as removed for each statement execute function keep_review_totals_less();
