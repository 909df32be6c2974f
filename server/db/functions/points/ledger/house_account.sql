create or replace function house_account() returns bigint language sql immutable parallel safe as 'select 2::bigint';
