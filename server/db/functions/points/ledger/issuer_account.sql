create or replace function issuer_account() returns bigint language sql immutable parallel safe as 'select 1::bigint';
