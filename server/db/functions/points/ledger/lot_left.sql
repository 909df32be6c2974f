-- What is left of lots, for the notices about their expiry.
create or replace view lot_left as select l.id as lot_id, l.remaining from lot l;
