-- A locked image is open exactly when it was paid for; a part of the nightly check of the ledger. A paid
-- image may have been erased together with its sender.
create or replace view paid_image_check as
select 'a paid image is open and was not paid for' as problem, 'message ' || m.id as subject
  from chat_message m
  where m.kind = 'image' and (m.body -> 'price' ->> 'isOpened')::boolean
    and not exists (
      select from transfer t
      where t.purpose = 'unseal' and t.reference = m.id::text and t.amount = (m.body -> 'price' ->> 'points')::int)
union all
select 'a payment opened no paid image', 'transfer ' || t.id
  from transfer t
  where t.purpose = 'unseal' and t.kind = 'spend'
    and not exists (
      select from chat_message m join member s on s.id = m.sender_id
      where m.id::text = t.reference
        and ((m.kind = 'image' and (m.body -> 'price' ->> 'isOpened')::boolean)
          or (m.kind = 'unsent' and s.quit_at is not null)));
