-- Undoes these takings of an order: into the lots they came from, and off the debt. For a debt that was paid
-- meanwhile the points come back as a new lot. Each transfer is undone once; returns the points.
create or replace function give_back_takings(of_order text, owner text, takings bigint[], valid_for interval)
returns bigint language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  debt bigint := account_of('debt', owner);
  given bigint := 0;
  posted bigint;
  relieved bigint;
  t record;
begin
  perform lock_accounts(array[wallet, debt]);
  for t in
    select x.id, x.kind, x.amount from transfer x
    where x.id = any (takings)
      and not exists (select 1 from transfer r where r.reverses_id = x.id)
      and not exists (select 1 from transfer r where r.idem in ('relief:' || x.id, 'grant:relief:' || x.id))
    order by x.id
  loop
    if t.kind = 'void' then
      insert into transfer (idem, kind, debit, credit, amount, purpose, reference, reverses_id)
        values ('giveBack:' || t.id, 'refund', issuer_account(), wallet, t.amount, 'disputeWon', of_order, t.id)
        returning id into posted;
      insert into entry (account_id, transfer_id, amount)
        values (issuer_account(), posted, -t.amount), (wallet, posted, t.amount);
      perform return_lots(t.id, posted, t.amount);
      update account a set
        balance = a.balance + t.amount,
        next_expiry_at = (select min(l.expires_at) from lot l where l.account_id = a.id and not l.closed)
        where a.id = wallet;
    else
      relieved := least(t.amount, buyer_debt(debt));
      if relieved > 0 then
        perform post_transfer('relief:' || t.id, 'relief', issuer_account(), debt, relieved, 0, 'disputeWon', of_order);
      end if;
      if relieved < t.amount then
        perform grant_points('grant:relief:' || t.id, owner, t.amount - relieved, 'paid', valid_for, 'disputeWon', of_order);
      end if;
    end if;
    given := given + t.amount;
  end loop;
  -- A lot past its expiry receives the points and lets them expire at once.
  perform expire_wallet(wallet);
  return given;
end $$;
