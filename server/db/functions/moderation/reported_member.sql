-- The members of whom operators have a report to look into.
create or replace view reported_member as
select distinct member_id from report where closed_at is null;
