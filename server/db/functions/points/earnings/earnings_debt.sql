-- What a broadcaster owes from refunds and lost disputes beyond the earnings; not what the same member owes
-- as a buyer.
create or replace function earnings_debt(debt bigint) returns bigint language sql stable as $$
  select coalesce(-sum(e.amount), 0)::bigint from entry e join transfer t on t.id = e.transfer_id
  where e.account_id = debt and t.kind in ('refund', 'clawback', 'settlement')
$$;
