-- Takes what a wallet may spend back to the issuer, from its lots; what is overdue expires first. Returns the points
-- that were forfeited: 0 the next time.
create function forfeit_points(owner text) returns bigint language plpgsql as $$
declare
  wallet bigint;
  points bigint;
  posted bigint;
begin
  select a.id into wallet from account a where a.kind = 'wallet' and a.owner_id = owner;
  if wallet is null then return 0; end if;
  perform lock_accounts(array[wallet]);
  points := available_of(wallet);
  if points <= 0 then return 0; end if;
  -- The lock and the balance keep this from happening twice; the key only has to be new.
  posted := post_transfer(
    'forfeiture:' || gen_random_uuid(), 'forfeiture', wallet, issuer_account(), points, 0, 'forfeiture', null);
  perform take_lots(wallet, posted, points, false);
  update account a set balance = a.balance - points where a.id = wallet;
  return points;
end $$;

-- What is forfeited leaves its lots like what expires; and nothing else is wrong with a forfeiture.
create view ledger_forfeiture_check as
select 'what left a wallet did not leave its lots' as problem, 'transfer ' || t.id as subject
  from transfer t
  left join (select u.transfer_id, sum(u.amount) as amount from lot_use u group by u.transfer_id) x on x.transfer_id = t.id
  where t.kind = 'forfeiture' and t.amount <> coalesce(x.amount, 0)
union all
select 'points were forfeited that are nobody''s who left', 'transfer ' || t.id
  from transfer t join account a on a.id = t.debit join member m on m.id = a.owner_id
  where t.kind = 'forfeiture' and (t.credit <> issuer_account() or a.kind <> 'wallet' or m.quit_at is null);
