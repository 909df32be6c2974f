create or replace function keep_search_of_broadcasters() returns trigger language plpgsql as $$
begin
  perform refresh_search(array_agg(n.member_id)) from new_rows n;
  return null;
end $$;

create or replace trigger search_broadcaster_added after insert on broadcaster
  referencing new table as new_rows for each statement execute function keep_search_of_broadcasters();
