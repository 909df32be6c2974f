-- True while a part of the payout is frozen, or was taken back since the request. A negative part isn't paid
-- by it.
create or replace function payout_is_frozen(request uuid) returns boolean language sql stable as $$
  select exists (
    select 1 from payout_part p
    join earning_freeze_lot x on x.lot_id = p.lot_id
    join earning_freeze f on f.id = x.freeze_id and f.state = 'open'
    where p.payout_id = request
  ) or exists (
    select 1 from payout b
    join payout_part p on p.payout_id = b.id and p.points > 0
    join clawback_part c on c.payment_id = p.payment_id and c.lot_id = p.lot_id
    where b.id = request and b.state in ('requested', 'approved'))
$$;
