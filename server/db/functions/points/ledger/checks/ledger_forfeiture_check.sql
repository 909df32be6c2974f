-- Forfeited points leave their lots as expired ones do. Every row is a defect.
create or replace view ledger_forfeiture_check as
select 'what left a wallet did not leave its lots' as problem, 'transfer ' || t.id as subject
  from transfer t
  left join (select u.transfer_id, sum(u.amount) as amount from lot_use u group by u.transfer_id) x on x.transfer_id = t.id
  where t.kind = 'forfeiture' and t.amount <> coalesce(x.amount, 0)
    and not exists (select 1 from account a where a.id = t.debit and a.kind = 'proceeds')
union all
select 'points were forfeited that are nobody''s who left', 'transfer ' || t.id
  from transfer t join account a on a.id = t.debit join member m on m.id = a.owner_id
  where t.kind = 'forfeiture' and (t.credit <> issuer_account() or a.kind not in ('wallet', 'proceeds') or m.quit_at is null);
