-- A message was paid for exactly when it says so; a part of the nightly check of the ledger.
create or replace view chat_price_check as
select 'a message says it was paid for and was not' as problem, 'message ' || m.id as subject
  from chat_message m
  where m.paid_points > 0
    and not exists (
      select from transfer t join account w on w.id = t.debit
      where t.purpose = 'chatMessage' and t.kind = 'spend' and t.reference = m.id::text
        and t.amount = m.paid_points and w.owner_id = m.sender_id)
union all
select 'a payment belongs to no message', 'transfer ' || t.id
  from transfer t
  where t.purpose = 'chatMessage' and t.kind = 'spend'
    and not exists (select from chat_message m where m.id::text = t.reference and m.paid_points = t.amount);
