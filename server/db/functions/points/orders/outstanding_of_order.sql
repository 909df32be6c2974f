-- What an order has issued and nobody has taken back yet.
create or replace function outstanding_of_order(of_order text) returns bigint language sql stable as $$
  select coalesce(sum(case
    when t.kind = 'grant' then t.amount
    when t.kind::text in ('void', 'chargeback') then -t.amount
    when t.kind::text in ('refund', 'relief') then t.amount
    else 0 end), 0)::bigint
  from transfer t
  where t.reference = of_order
    and t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt', 'orderRefund', 'chargeback', 'disputeWon')
$$;
