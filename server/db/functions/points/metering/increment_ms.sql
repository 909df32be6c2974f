-- contract/points/points.ts has the same figure; a test holds them equal.
create or replace function increment_ms() returns bigint language sql immutable parallel safe as 'select 6000::bigint';
