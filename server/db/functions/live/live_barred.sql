-- Who was put out of which live room.
create or replace view live_barred as
select b.room_id, b.member_id from live_ban b;
