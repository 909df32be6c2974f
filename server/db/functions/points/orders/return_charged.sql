-- Returns points that charge_back took of an order: its debt first, because nobody can spend that; then into
-- the lots they came from, the last taken first. For a debt that was paid meanwhile the points come back as a
-- new lot.
create or replace function return_charged(of_order text, owner text, points bigint, valid_for interval)
returns void language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  missing bigint := points;
  part bigint;
  relieved bigint;
  posted bigint;
  t record;
begin
  perform lock_accounts(array[wallet, debt]);
  select greatest(0, coalesce(sum(case when x.kind = 'chargeback' then x.amount else -x.amount end), 0)) into part
    from transfer x where x.reference = of_order
      and ((x.kind = 'chargeback' and x.purpose = 'chargeback')
        or (x.kind in ('relief', 'grant') and x.purpose = 'disputeWon'));
  part := least(part, missing);
  relieved := least(part, buyer_debt(debt));
  if relieved > 0 then
    perform post_transfer('relief:' || gen_random_uuid(), 'relief', issuer_account(), debt, relieved, 0, 'disputeWon', of_order);
  end if;
  if part > relieved then
    perform grant_points('grant:relief:' || gen_random_uuid(), owner, part - relieved, 'paid', valid_for, 'disputeWon', of_order);
  end if;
  missing := missing - part;
  for t in
    select v.id, v.amount - coalesce(sum(r.amount), 0) as amount
    from transfer v left join transfer r on r.reverses_id = v.id
    where v.reference = of_order and v.purpose = 'chargeback' and v.kind = 'void'
    group by v.id, v.amount having v.amount > coalesce(sum(r.amount), 0) order by v.id desc
  loop
    part := least(t.amount, missing);
    exit when part <= 0;
    insert into transfer (idem, kind, debit, credit, amount, purpose, reference, reverses_id)
      values ('giveBack:' || gen_random_uuid(), 'refund', issuer_account(), wallet, part, 'disputeWon', of_order, t.id)
      returning id into posted;
    insert into entry (account_id, transfer_id, amount)
      values (issuer_account(), posted, -part), (wallet, posted, part);
    perform return_lots(t.id, posted, part);
    update account a set
      balance = a.balance + part,
      next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
      where a.id = wallet;
    missing := missing - part;
  end loop;
  -- A lot past its expiry receives the points and lets them expire at once.
  perform expire_wallet(wallet);
end $$;
