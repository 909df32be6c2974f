create or replace function keep_search_of_changed_members() returns trigger language plpgsql as $$
declare changed text[];
begin
  select array_agg(n.id) into changed from new_rows n join old_rows o using (id)
  where (n.role, n.name, n.age, n.is_age_shown, n.region, n.born_on)
    is distinct from (o.role, o.name, o.age, o.is_age_shown, o.region, o.born_on);
  if changed is not null then perform refresh_search(changed); end if;
  return null;
end $$;

create or replace trigger search_member_changed after update on member
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_search_of_changed_members();
