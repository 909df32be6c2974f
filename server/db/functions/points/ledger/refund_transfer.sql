-- Reverses a spend or a capture, in whole or in part, by a transfer of its own. The broadcaster's share and
-- the platform's part come back in proportion to what was returned so far; what the broadcaster no longer has
-- becomes a debt. When the platform pays, or when a lost dispute has taken the share to the platform already,
-- the broadcaster's earnings stay as they are. points null: all that is left.
-- status: done, duplicate, mismatch, exceeds (more than is left), unknown
create or replace function refund_transfer(key text, original bigint, points bigint, by_platform boolean, why text, about text)
returns table (status text, transfer_id bigint, refunded bigint, taken_back bigint) language plpgsql as $$
declare
  o transfer;
  first transfer;
  debt bigint;
  payer bigint;
  returned bigint;
  returned_by_payee bigint;
  from_earnings bigint;
begin
  refunded := 0; taken_back := 0;
  select t.* into o from transfer t where t.id = original and t.kind in ('spend', 'capture');
  if not found then
    status := 'unknown';
    return next;
    return;
  end if;
  payer := case when by_platform then platform_account() else o.credit end;
  if payer <> platform_account() then
    select account_of('debt', a.owner_id) into debt from account a where a.id = payer;
  end if;
  perform lock_accounts(array[o.debit, payer, debt]);
  -- A lost dispute takes the share back under these same locks, so it can't do so between this look and the
  -- posting.
  if payer <> platform_account() and exists (select from clawback_part c where c.payment_id = original) then
    payer := platform_account();
  end if;

  select t.* into first from transfer t where t.idem = key;
  if found then
    status := case when (first.reverses_id, first.purpose) = (original, why)
      -- The share may have been taken back since; it is still the same refund.
      and first.debit in (payer, case when by_platform then payer else o.credit end)
      and first.reference is not distinct from about
      and (points is null or points = first.amount) then 'duplicate' else 'mismatch' end;
    transfer_id := first.id;
    refunded := first.amount;
    taken_back := case when first.debit = platform_account() then 0 else first.amount - first.fee end;
    return next;
    return;
  end if;

  select coalesce(sum(t.amount), 0), coalesce(sum(t.amount) filter (where t.debit <> platform_account()), 0)
    into returned, returned_by_payee
    from transfer t where t.reverses_id = original;
  refunded := coalesce(points, o.amount - returned);
  if refunded <= 0 or refunded > o.amount - returned then
    status := 'exceeds'; refunded := 0;
    return next;
    return;
  end if;
  if payer <> platform_account() then
    taken_back := (o.amount - o.fee) * (returned_by_payee + refunded) / o.amount
      - (o.amount - o.fee) * returned_by_payee / o.amount;
  end if;

  insert into transfer (idem, kind, debit, credit, amount, fee, purpose, reference, reverses_id)
    values (key, 'refund', payer, o.debit, refunded,
      case when payer = platform_account() then 0 else refunded - taken_back end, why, about, original)
    returning id into transfer_id;
  select least(taken_back, greatest(a.balance - a.held, 0)) into from_earnings from account a where a.id = payer;
  if payer = platform_account() then from_earnings := 0; end if;
  insert into entry (account_id, transfer_id, amount)
    select e.account_id, refund_transfer.transfer_id, e.amount
    from (values (o.debit, refunded), (payer, -from_earnings), (debt, from_earnings - taken_back),
      (platform_account(), taken_back - refunded)) e (account_id, amount)
    where e.amount <> 0;
  update account a set balance = a.balance - from_earnings where a.id = payer and from_earnings > 0;
  update account a set balance = a.balance - (taken_back - from_earnings) where a.id = debt and taken_back > from_earnings;
  perform return_lots(original, transfer_id, refunded);
  update account a set
    balance = a.balance + refunded,
    next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
    where a.id = o.debit;
  -- A lot past its expiry receives the points and lets them expire at once.
  perform expire_wallet(o.debit);
  status := 'done';
  return next;
end $$;
