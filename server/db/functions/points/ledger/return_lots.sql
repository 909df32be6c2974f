-- Returns points of a transfer to the lots that it used, the last used first, each with its own expiry.
create or replace function return_lots(original bigint, posted bigint, points bigint) returns void language plpgsql as $$
declare
  missing bigint := points;
  part bigint;
  u record;
begin
  for u in
    select x.lot_id, x.amount - x.refunded as usable
    from lot_use x join lot l on l.id = x.lot_id
    where x.transfer_id = original and x.refunded < x.amount
    order by l.kind desc, l.expires_at desc, l.id desc
  loop
    part := least(u.usable, missing);
    update lot_use set refunded = refunded + part where transfer_id = original and lot_id = u.lot_id;
    update lot set remaining = remaining + part where id = u.lot_id;
    insert into lot_return (transfer_id, lot_id, amount) values (posted, u.lot_id, part);
    missing := missing - part;
    exit when missing = 0;
  end loop;
  if missing > 0 then
    raise exception 'the lots of transfer % are % short', original, missing using errcode = 'data_corrupted';
  end if;
end $$;
