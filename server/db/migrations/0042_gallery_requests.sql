-- Buyers' copies show the buyer's short id in a corner where operators chose so.
alter table gallery_setting add column is_watermark_visible boolean not null default false;
