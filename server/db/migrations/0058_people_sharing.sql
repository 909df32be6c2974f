-- Whether other services may show the broadcaster's name and portrait where somebody shares a link to the profile.
alter table broadcaster add column is_shared boolean not null default false;
