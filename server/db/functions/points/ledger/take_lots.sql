-- Free lots first, then the lot that expires first. A capture uses overdue lots too: the only ones left are
-- those that its hold covers, because expire_wallet runs before.
create or replace function take_lots(wallet bigint, posted bigint, points bigint, overdue_too boolean)
returns void language plpgsql as $$
declare
  missing bigint := points;
  part bigint;
  l record;
begin
  for l in
    select o.id, o.remaining from lot o
    where o.account_id = wallet and not o.closed and (overdue_too or o.expires_at > now())
    order by o.kind, o.expires_at, o.id
  loop
    part := least(l.remaining, missing);
    update lot set remaining = remaining - part where id = l.id;
    insert into lot_use (transfer_id, lot_id, amount) values (posted, l.id, part);
    missing := missing - part;
    exit when missing = 0;
  end loop;
  if missing > 0 then
    raise exception 'the lots of account % are % short of its balance', wallet, missing using errcode = 'data_corrupted';
  end if;
end $$;
