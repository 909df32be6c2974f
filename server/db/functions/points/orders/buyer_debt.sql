-- What a member owes as a buyer. What a broadcaster owes from refunds is in the same account.
create or replace function buyer_debt(debt bigint) returns bigint language sql stable as $$
  select coalesce(-sum(e.amount), 0)::bigint from entry e join transfer t on t.id = e.transfer_id
  where e.account_id = debt and t.kind::text in ('chargeback', 'repayment', 'relief')
$$;
