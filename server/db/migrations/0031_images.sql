-- Pictures of the gallery, and pictures that are kept as evidence for some time after nobody may see them.
alter table image drop constraint image_purpose_check;
alter table image add constraint image_purpose_check check (purpose in ('avatar', 'chat', 'message', 'gallery'));
alter table image add column kept_until timestamptz;
