-- The titles of items, for the lists of other areas.
create or replace view market_title as select i.id as item_id, i.title from market_item i;
