-- Reports of the flea market's items and of questions under them (product.md 8.3). No foreign keys: a report stays
-- when what it is about is deleted.
alter table report drop constraint report_surface_check;
alter table report add constraint report_surface_check
  check (surface in ('profile', 'chat', 'call', 'review', 'timeline', 'live', 'market'));
alter table report add column market_item_id uuid, add column market_question_id uuid;
