-- Adds shown reviews to the broadcaster's totals. A hidden review doesn't count: hiding takes its score off,
-- showing it again adds it.
create or replace function keep_review_totals() returns trigger language plpgsql as $$
begin
  update broadcaster b set
    review_count = b.review_count + change.count,
    review_score_sum = b.review_score_sum + change.score
  from (
    select target_id, count(*)::int as count, sum(score)::int as score from added where hidden_at is null group by target_id
  ) change
  where b.member_id = change.target_id;
  return null;
end $$;

create or replace trigger review_added after insert on review
  referencing new table as added for each statement execute function keep_review_totals();

create or replace trigger review_changed_to after update on review
  referencing new table as added for each statement execute function keep_review_totals();
