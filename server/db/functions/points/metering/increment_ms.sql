-- contract/points/points.ts holds the same figure; a test compares them.
create or replace function increment_ms() returns bigint language sql immutable parallel safe as 'select 6000::bigint';
