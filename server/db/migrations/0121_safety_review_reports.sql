-- A report may be about a review or its answer. No foreign key: a review that goes with its author leaves the report.
alter table report
  add column review_id bigint,
  add column review_part text check (review_part in ('review', 'answer')),
  add check ((review_id is null) = (review_part is null));
