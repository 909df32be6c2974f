create or replace function platform_account() returns bigint language sql immutable parallel safe as 'select 2::bigint';
