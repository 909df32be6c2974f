-- An item is bought exactly when it was paid for; a part of the nightly check of the ledger.
create or replace view gallery_purchase_check as
select 'a gallery item is bought and was not paid for' as problem, 'item ' || p.item_id || ' of ' || p.member_id as subject
  from gallery_purchase p
  where not exists (
    select from transfer t
    where t.id = p.transfer_id and t.amount = p.points
      and (t.purpose, t.kind) in (('gallery', 'spend'), ('galleryRequest', 'capture')))
union all
select 'a payment bought no gallery item', 'transfer ' || t.id
  from transfer t
  where (t.purpose, t.kind) in (('gallery', 'spend'), ('galleryRequest', 'capture'))
    and not exists (select from gallery_purchase p where p.transfer_id = t.id)
union all
select 'a returned gallery item was not refunded', 'item ' || p.item_id || ' of ' || p.member_id
  from gallery_purchase p
  where p.returned_at is not null and not exists (select from transfer t where t.reverses_id = p.transfer_id)
union all
select 'an open request for pictures holds no points', 'request ' || r.id
  from gallery_request r
  where r.phase in ('open', 'accepted') and not exists (
    select from hold h where h.id = r.hold_id and h.amount = r.points and h.captured = 0 and h.released = 0)
union all
select 'an ended request for pictures still holds points', 'request ' || r.id
  from gallery_request r join hold h on h.id = r.hold_id
  where r.phase not in ('open', 'accepted') and h.captured + h.released < h.amount;
