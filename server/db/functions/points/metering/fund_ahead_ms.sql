-- How much funded time is left when the next minute is funded.
create or replace function fund_ahead_ms() returns bigint language sql immutable parallel safe as 'select 15000::bigint';
