-- What operators decide for the whole house: one row.
create table safety_setting (
  is_the_one boolean primary key default true check (is_the_one),
  -- product.md 8: nothing, a warning that may be overruled, or a refusal.
  contact_guard text not null default 'warn' check (contact_guard in ('off', 'warn', 'refuse'))
);
insert into safety_setting default values;
