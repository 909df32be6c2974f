-- A revoked key closes all of its publications; none is noted any more.
alter table live_room drop column encoder_resource_id;
