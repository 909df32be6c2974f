-- Whether these accounts had a transfer after the given one that can make less payable; a payment to them
-- can't.
create or replace function is_less_payable_since(accounts bigint[], after_transfer bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from entry e join transfer t on t.id = e.transfer_id
    where e.account_id = any (accounts) and e.transfer_id > after_transfer and t.kind not in ('spend', 'capture'))
$$;
