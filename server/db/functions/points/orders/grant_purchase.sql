-- Grants the points of a captured order: the paid lot, its free lot, and once per member the first purchase's
-- bonus. A debt is paid from the new paid lot. A repeat changes nothing. bonus_given is what this order brought of the bonus,
-- also at a repeat.
create or replace function grant_purchase(
  of_order text, owner text, paid_points bigint, free_points bigint, bonus_points bigint, valid_for interval
) returns table (bonus_given bigint, repaid bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  outcome text;
  paid_lot bigint;
begin
  perform lock_accounts(array[wallet, debt]);
  bonus_given := 0; repaid := 0;
  select g.status into outcome from grant_points(
    'order:' || of_order || ':paid', owner, paid_points, 'paid', valid_for, 'purchase', of_order) g;
  if outcome = 'mismatch' then raise exception 'order % was granted with another amount', of_order; end if;
  if outcome = 'duplicate' then
    select coalesce(sum(t.amount), 0)::bigint into bonus_given from transfer t
      where t.idem = 'firstPurchase:' || owner and t.reference = of_order;
    return next;
    return;
  end if;
  if free_points > 0 then
    perform grant_points('order:' || of_order || ':free', owner, free_points, 'free', valid_for, 'purchaseBonus', of_order);
  end if;
  if bonus_points > 0 then
    -- One key per member: for a second order it exists already, with the first one's reference.
    select g.status into outcome from grant_points(
      'firstPurchase:' || owner, owner, bonus_points, 'free', valid_for, 'firstPurchase', of_order) g;
    if outcome = 'done' then bonus_given := bonus_points; end if;
  end if;
  repaid := least(buyer_debt(debt), paid_points);
  if repaid > 0 then
    select l.id into paid_lot from lot l join transfer t on t.id = l.grant_transfer_id
      where t.idem = 'order:' || of_order || ':paid';
    perform take_from_lot('order:' || of_order || ':debt', 'repayment', wallet, debt, paid_lot, repaid, 'debt', of_order);
  end if;
  return next;
end $$;
