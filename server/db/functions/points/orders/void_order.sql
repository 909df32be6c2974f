-- Takes what is left of an order's own lots, before its yen are paid back. Held points stay. most_paid: what is left
-- of its money, as a refund by the service may have become a debt while the points were held.
create or replace function void_order(of_order text, owner text, of_refund text, most_paid bigint)
returns table (paid_points bigint, free_points bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', owner);
  usable bigint;
  part bigint;
  l record;
begin
  perform lock_accounts(array[wallet]);
  paid_points := 0; free_points := 0;
  usable := available_of(wallet);
  for l in
    select o.id, o.remaining, o.kind from lot o
    where o.id in (select x.lot_id from lots_of_order(of_order) x) and not o.closed and o.expires_at > now()
    order by o.kind desc, o.id
  loop
    part := least(l.remaining, usable, case when l.kind = 'paid' then most_paid - paid_points end);
    continue when part <= 0;
    insert into order_refund_void (transfer_id, refund_id) values (
      take_from_lot('void:' || gen_random_uuid(), 'void', wallet, issuer_account(), l.id, part, 'orderRefund', of_order),
      of_refund);
    usable := usable - part;
    if l.kind = 'paid' then paid_points := paid_points + part; else free_points := free_points + part; end if;
  end loop;
  return next;
end $$;
