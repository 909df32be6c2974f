-- Freezes what was earned from a disputed order, again if it was lifted before.
-- status: done, duplicate, mismatch (another order, or lost before)
create or replace function freeze_earnings(about text, of_order text) returns table (status text, members text[]) language plpgsql as $$
declare
  f earning_freeze;
  lots bigint[] := array(select x.lot_id from lots_of_order(of_order) x order by x.lot_id);
begin
  insert into earning_freeze (reference) values (about) on conflict do nothing returning * into f;
  if found then
    insert into earning_freeze_lot (freeze_id, lot_id) select f.id, n.id from unnest(lots) n (id);
    status := 'done';
  else
    select x.* into f from earning_freeze x where x.reference = about for update;
    status := case
      when f.state = 'takenBack' then 'mismatch'
      when lots <> array(select x.lot_id from earning_freeze_lot x where x.freeze_id = f.id order by x.lot_id) then 'mismatch'
      when f.state = 'open' then 'duplicate'
      else 'done' end;
    if status = 'done' then
      update earning_freeze x set state = 'open', decided_at = null where x.id = f.id;
    end if;
  end if;
  members := array(select a.owner_id from account a where a.id = any (accounts_of_freeze(f.id)) order by a.owner_id);
  return next;
end $$;
