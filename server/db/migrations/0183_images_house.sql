-- Pictures of the house: no member's, sent in by operators.

alter table image add column is_house boolean not null default false;
alter table image add check (not is_house or owner_id is null);
alter table image drop constraint image_purpose_check;
alter table image add constraint image_purpose_check check (purpose in ('avatar', 'chat', 'message'));
alter table image add check (is_house = (purpose is not distinct from 'message') or purpose is null);
