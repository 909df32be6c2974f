-- An item is bought exactly when it was paid for; a part of the nightly check of the ledger.
create or replace view gallery_purchase_check as
select 'a gallery item is bought and was not paid for' as problem, 'item ' || p.item_id || ' of ' || p.member_id as subject
  from gallery_purchase p
  where not exists (
    select from transfer t
    where t.id = p.transfer_id and t.purpose = 'gallery' and t.kind = 'spend' and t.amount = p.points)
union all
select 'a payment bought no gallery item', 'transfer ' || t.id
  from transfer t
  where t.purpose = 'gallery' and t.kind = 'spend'
    and not exists (select from gallery_purchase p where p.transfer_id = t.id)
union all
select 'a returned gallery item was not refunded', 'item ' || p.item_id || ' of ' || p.member_id
  from gallery_purchase p
  where p.returned_at is not null and not exists (select from transfer t where t.reverses_id = p.transfer_id);
