create or replace function keep_review_totals_less() returns trigger language plpgsql as $$
begin
  update broadcaster b set
    review_count = b.review_count - change.count,
    review_score_sum = b.review_score_sum - change.score
  from (
    select target_id, count(*)::int as count, sum(score)::int as score from removed where hidden_at is null
    group by target_id
  ) change
  where b.member_id = change.target_id;
  return null;
end $$;

create or replace trigger review_removed after delete on review
  referencing old table as removed for each statement execute function keep_review_totals_less();

create or replace trigger review_changed_from after update on review
  referencing old table as removed for each statement execute function keep_review_totals_less();
