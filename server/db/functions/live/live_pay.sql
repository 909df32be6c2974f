-- Pays for an entry and puts it into a room's flow, in one statement: while it holds the payee's account and the room,
-- no other payment waits for anything but this. Locks the visit's meter, the accounts, and the room last.
-- cap: the visit's own limit; null: none.
-- status: posted, repeat, mismatch, insufficient, capped (beyond the limit), over, barred, slow; all but the first cost nothing
create or replace function live_pay(
  key text, payee text, platform_part bigint, why text, cap bigint,
  entry uuid, room uuid, what text, author text, visit uuid, said text, item text, item_title text, price bigint,
  pieces int, is_slowed boolean, out status text, out seq int
) language plpgsql as $$
declare
  paid text;
  fit text;
begin
  perform lock_visit(visit::text);
  select s.status into paid from spend_many(
    array[key], array[author], array[payee], array[price], array[platform_part], array[why], array[visit::text]) s;
  if paid in ('insufficient', 'mismatch') then raise exception using errcode = 'KLIVE', message = paid; end if;
  if paid = 'done' and cap is not null then
    fit := fit_visit(visit::text, price);
    -- A free look has no meter.
    if fit = 'over' or (fit = 'closed' and live_visit_spent(visit) + price > cap) then
      raise exception using errcode = 'KLIVE', message = 'capped';
    end if;
  end if;
  select p.status, p.seq into status, seq
    from live_post(entry, room, what, author, visit, said, item, item_title, price::int, pieces, false, is_slowed) p;
  -- The id was used for something that was free.
  if paid = 'done' and status = 'repeat' then status := 'mismatch'; end if;
  if status not in ('posted', 'repeat') then raise exception using errcode = 'KLIVE', message = status; end if;
exception when sqlstate 'KLIVE' then
  -- Whatever was paid is undone.
  status := sqlerrm;
  seq := 0;
end $$;
