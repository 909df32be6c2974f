-- The reviewed answers once; operators take reviews and answers down. What was taken down is kept, so that its call
-- can't be reviewed and it can't be answered a second time.

alter table review add column hidden_at timestamptz;

create table review_answer (
  review_id bigint primary key references review (id) on delete cascade,
  text text not null check (text <> ''),
  created_at timestamptz not null default now(),
  hidden_at timestamptz
);

-- Page by page, of those that say something.
create index review_read on review (target_id, created_at desc, id desc) where description <> '' and hidden_at is null;

-- What is hidden no longer counts (0006_review_totals): hiding takes the old row's score off, showing again adds it.
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

create trigger review_changed_from after update on review
  referencing old table as removed for each statement execute function keep_review_totals_less();
create trigger review_changed_to after update on review
  referencing new table as added for each statement execute function keep_review_totals();
