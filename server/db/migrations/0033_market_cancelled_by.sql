-- Which side cancelled a purchase; null where the clock, operators or the end of an account did, and before this migration.
alter table market_transaction add column cancelled_by text check (cancelled_by in ('buyer', 'seller'));
alter table market_transaction add check (cancelled_by is null or phase = 'cancelled');
