-- Opens a call's meter with the hold of the first minute.
-- status: done, duplicate, mismatch, payerBusy, payeeBusy, insufficient
--
-- room: the live room whose meters run beside each other, else null. cap: the most that the visit may cost, or null.
create or replace function open_meter(
  call text, payer text, payee text, rate int, percent int, voice_rate int, why text, room uuid, cap bigint
)
returns table (status text, funded_increments int, funded_ms bigint, held_points bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', payer);
  earnings bigint := account_of('earnings', payee);
  m meter;
  placed bigint;
begin
  -- The row is inserted first: its unique indexes wait for a settlement in progress, which may need the
  -- wallet's lock.
  loop
    insert into meter (call_id, payer_account_id, payee_account_id, rate_points_per_min, share_percent, voice_points,
        purpose, live_room_id, cap_points)
      values (call, wallet, earnings, rate, percent, voice_rate / 10, why, room, cap)
      on conflict do nothing returning * into m;
    exit when found;
    select x.* into m from meter x where x.call_id = call;
    if found then
      status := case when (m.payer_account_id, m.payee_account_id, m.rate_points_per_min, m.share_percent, m.state)
        = (wallet, earnings, rate, percent, 'open') then 'duplicate' else 'mismatch' end;
    elsif exists (select 1 from meter x where x.payer_account_id = wallet and x.state = 'open') then
      status := 'payerBusy';
    elsif exists (select 1 from meter x where x.payee_account_id = earnings and x.state = 'open'
      and x.live_room_id is null) then
      status := 'payeeBusy';
    else
      -- The conflicting meter has been settled meanwhile.
      continue;
    end if;
    funded_increments := coalesce(m.funded_increments, 0);
    funded_ms := funded_increments * increment_ms();
    held_points := (funded_increments - coalesce(m.captured_increments, 0))::bigint * rate / 10;
    return next;
    return;
  end loop;

  perform lock_accounts(array[wallet]);
  perform expire_wallet(wallet);
  -- One minute, or all remaining whole increments when less is left.
  select least(10, (a.balance - a.held) / m.increment_points, cap / m.increment_points)::int into funded_increments from account a where a.id = wallet;
  funded_ms := funded_increments * increment_ms();
  held_points := funded_increments::bigint * m.increment_points;
  if funded_increments = 0 then
    delete from meter where call_id = call;
    status := 'insufficient';
    return next;
    return;
  end if;
  update account a set held = a.held + held_points where a.id = wallet;
  insert into hold (idem, account_id, amount, reference) values ('meter:' || call, wallet, held_points, call)
    returning id into placed;
  update meter x set hold_id = placed, funded_increments = open_meter.funded_increments where x.call_id = call;
  status := 'done';
  return next;
end $$;
