-- How many calls of a minute and more a broadcaster has had, with how many callers.
create or replace view call_figures as
select broadcaster_id, calls, callers, repeat_callers from call_tally;
