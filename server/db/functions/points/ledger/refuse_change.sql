-- Keeps rows as they were inserted. A wrong transfer is reversed by a transfer of its own.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert only', tg_table_name;
end $$;

create or replace trigger insert_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();

create or replace trigger insert_only before update or delete or truncate on entry
  for each statement execute function refuse_change();

create or replace trigger insert_only before update or delete or truncate on lot_return
  for each statement execute function refuse_change();

create or replace trigger insert_only before update or delete or truncate on operator_audit
  for each statement execute function refuse_change();

create or replace trigger insert_only before update or delete or truncate on daily_checkpoint
  for each statement execute function refuse_change();

create or replace trigger insert_only before update or delete or truncate on legal_version
  for each statement execute function refuse_change();

create or replace trigger insert_only before update or delete or truncate on member_agreement
  for each statement execute function refuse_change();
