-- When a member first bought points that are neither disputed nor paid back in full; null before. Paid lots
-- come from captured payments alone.
create or replace function first_purchase_at(wallet bigint) returns timestamptz language sql stable as $$
  select min(t.created_at) from lot l join transfer t on t.id = l.grant_transfer_id
  where l.account_id = wallet and l.kind = 'paid' and not exists (
    select 1 from earning_freeze_lot x join earning_freeze f on f.id = x.freeze_id
    where x.lot_id = l.id and f.state <> 'lifted'
  ) and not exists (
    select 1 from purchase_order o
    where o.id = t.reference and o.state = 'refunded' and o.refunded_yen >= o.captured_yen)
$$;
