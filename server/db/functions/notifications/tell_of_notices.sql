-- Tells the pages of everybody whose notifications a statement added, so that the count on a tab is never behind. The
-- channel and the event are those of server/realtime/event-bus.ts; PostgreSQL merges equal ones of a transaction.
create or replace function tell_of_notices() returns trigger language plpgsql as $$
begin
  perform pg_notify('koyoi_events', format('{"type":"notices:changed","memberId":%s}', to_json(added.member_id)))
  from (select distinct member_id from changed) added;
  return null;
end $$;

create or replace trigger member_notice_added after insert on member_notice
  referencing new table as changed for each statement execute function tell_of_notices();
