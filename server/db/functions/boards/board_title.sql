-- The titles of threads that are shown, for the lists of other areas.
create or replace view board_title as
select t.id as thread_id, t.title from board_thread t where t.removed_at is null;
