-- Takes one locked account's share of a freeze's lots; what the account lacks becomes a debt. Returns the
-- points.
create or replace function take_back_of(earnings bigint, debt bigint, of_freeze bigint, about text) returns bigint language plpgsql as $$
declare
  total bigint;
  from_earnings bigint;
begin
  with posted as (
    insert into clawback_part (freeze_id, payment_id, lot_id, points)
      select of_freeze, p.payment_id, p.lot_id, p.earned - p.taken
      from earning_parts(earnings, payments_of_freeze(of_freeze, earnings)) p
      join earning_freeze_lot x on x.lot_id = p.lot_id and x.freeze_id = of_freeze
      where p.earned > p.taken
      returning points
  )
  select coalesce(sum(p.points), 0) into total from posted p;
  select least(total, a.balance - a.held) into from_earnings from account a where a.id = earnings;
  if from_earnings > 0 then
    update account a set balance = a.balance - from_earnings where a.id = earnings;
    perform post_transfer('clawback:' || about || ':' || earnings, 'clawback', earnings, platform_account(), from_earnings, 0,
      'chargeback', about);
  end if;
  if total > from_earnings then
    update account a set balance = a.balance - (total - from_earnings) where a.id = debt;
    perform post_transfer('clawback:' || about || ':' || debt, 'clawback', debt, platform_account(), total - from_earnings, 0,
      'chargeback', about);
  end if;
  return total;
end $$;
