-- What is left of lots, for whoever has said something of them.
create or replace view lot_left as select l.id as lot_id, l.remaining from lot l;
