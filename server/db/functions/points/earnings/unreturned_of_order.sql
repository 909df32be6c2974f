-- What an order's buyer couldn't return of it and still owes. A later payment of the debt changes nothing
-- here.
create or replace function unreturned_of_order(of_order text) returns bigint language sql stable as $$
  select greatest(0, coalesce(sum(case t.kind when 'chargeback' then t.amount else -t.amount end), 0))::bigint
  from transfer t
  where t.reference = of_order
    and ((t.kind = 'chargeback' and t.purpose = 'chargeback') or (t.kind in ('relief', 'grant') and t.purpose = 'disputeWon'))
$$;
