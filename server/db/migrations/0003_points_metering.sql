-- Calls by the increment (product.md 3). No timer decides about money: bill_due charges what is due by the
-- database's clock, whichever process runs it; a crash rolls its transaction back and another takes over.

-- When to look again: 15 s before the funded time ends, were the meter to run on without a pause; but never sooner
-- than in 1 s, so that a call whose money is nearly out is looked at once a second until it ends or is charged up.
create function next_due(funded_increments int, charged_ms bigint) returns timestamptz language sql stable as $$
  select now() + greatest(1000, funded_increments * increment_ms() - charged_ms - 15000) * interval '1 millisecond'
$$;

-- status: done, duplicate, mismatch, payerBusy, payeeBusy, insufficient
create function open_meter(call text, payer text, payee text, rate int, percent int)
returns table (status text, funded_increments int, funded_ms bigint, held_points bigint) language plpgsql as $$
declare
  wallet bigint := account_of('wallet', payer);
  earnings bigint := account_of('earnings', payee);
  m meter;
  placed bigint;
begin
  -- The row comes first: its unique indexes wait for a settlement under way, which may want the wallet's lock.
  loop
    insert into meter (call_id, payer_account_id, payee_account_id, rate_points_per_min, share_percent)
      values (call, wallet, earnings, rate, percent)
      on conflict do nothing returning * into m;
    exit when found;
    select x.* into m from meter x where x.call_id = call;
    if found then
      status := case when (m.payer_account_id, m.payee_account_id, m.rate_points_per_min, m.share_percent, m.state)
        = (wallet, earnings, rate, percent, 'open') then 'duplicate' else 'mismatch' end;
    elsif exists (select 1 from meter x where x.payer_account_id = wallet and x.state = 'open') then
      status := 'payerBusy';
    elsif exists (select 1 from meter x where x.payee_account_id = earnings and x.state = 'open') then
      status := 'payeeBusy';
    else
      -- What stood in the way has been settled meanwhile.
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
  select least(10, (a.balance - a.held) / m.increment_points)::int into funded_increments from account a where a.id = wallet;
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

-- False when the meter isn't open.
create function start_meter(call text) returns boolean language plpgsql as $$
begin
  update meter m set started_at = now(), next_due_at = next_due(m.funded_increments, m.charged_ms)
    where m.call_id = call and m.state = 'open' and m.started_at is null;
  return exists (select 1 from meter m where m.call_id = call and m.state = 'open');
end $$;

create function report_meters(calls text[], charged bigint[], connected bigint[])
returns table (call_id text, charged_ms bigint, funded_ms bigint) language sql as $$
  with report as (
    select r.call_id, max(r.charged_ms) as charged_ms, max(r.connected_ms) as connected_ms
    from unnest(calls, charged, connected) r (call_id, charged_ms, connected_ms) group by r.call_id
  ), locked as materialized (
    -- In one order, so that two reports can't wait for each other.
    select m.call_id from meter m join report r on r.call_id = m.call_id
    where m.state = 'open' and m.started_at is not null
    order by m.call_id for no key update of m
  )
  update meter m set
    charged_ms = greatest(m.charged_ms, r.charged_ms),
    connected_ms = greatest(m.connected_ms, r.connected_ms),
    reported_at = now()
  from report r, locked l
  where m.call_id = r.call_id and m.call_id = l.call_id
  returning m.call_id, m.charged_ms, m.funded_increments * increment_ms()
$$;

-- Captures increments of a locked meter up to, not including, `upto`. Returns the meter as it is then.
create function capture_increments(m meter, upto int) returns meter language plpgsql as $$
declare
  before bigint := m.captured_increments::bigint * m.increment_points;
  points bigint := (upto - m.captured_increments)::bigint * m.increment_points;
  posted bigint;
begin
  if points <= 0 then return m; end if;
  -- The key names the first increment, so none can be paid twice.
  posted := capture_locked(
    'call:' || m.call_id || ':' || m.captured_increments, m.hold_id, m.payer_account_id, m.payee_account_id, points,
    -- She earns what the whole call's share grows by: rounding never adds up against her.
    points - (earned_share(before + points, m.share_percent) - earned_share(before, m.share_percent)),
    'call', m.call_id);
  insert into meter_charge (call_id, first_increment, end_increment, transfer_id)
    values (m.call_id, m.captured_increments, upto, posted);
  update meter x set captured_increments = upto where x.call_id = m.call_id;
  m.captured_increments := upto;
  return m;
end $$;

-- Holds another minute ahead, or what whole increments are left; more when reports ran ahead of the funds.
create function fund_meter(m meter) returns meter language plpgsql as $$
declare
  more int;
begin
  perform expire_wallet(m.payer_account_id);
  select least(
      10 + greatest(0, increments_used(m.charged_ms) - m.funded_increments),
      (a.balance - a.held) / m.increment_points)::int
    into more from account a where a.id = m.payer_account_id;
  if more > 0 then
    update account a set held = a.held + more::bigint * m.increment_points where a.id = m.payer_account_id;
    update hold h set amount = h.amount + more::bigint * m.increment_points where h.id = m.hold_id;
    update meter x set funded_increments = x.funded_increments + more where x.call_id = m.call_id;
    m.funded_increments := m.funded_increments + more;
  end if;
  return m;
end $$;

create function bill_due(max_meters int)
returns table (
  call_id text, charged_ms bigint, funded_ms bigint, charged_increments int, captured_points bigint, exhausted boolean
) language plpgsql as $$
declare
  due meter[];
  m meter;
begin
  select array_agg(d) into due from (
    select x.* from meter x where x.next_due_at <= now()
    order by x.next_due_at limit max_meters for no key update skip locked
  ) d;
  if due is null then return; end if;
  perform lock_accounts(array(
    select d.payer_account_id from unnest(due) d union all select d.payee_account_id from unnest(due) d));
  foreach m in array due loop
    begin
      if m.funded_increments * increment_ms() - m.charged_ms <= 15000 then
        m := fund_meter(m);
      end if;
      m := capture_increments(m, least(increments_used(m.charged_ms), m.funded_increments));
      update meter x set next_due_at = next_due(m.funded_increments, m.charged_ms) where x.call_id = m.call_id;
    exception
      when deadlock_detected or serialization_failure then raise;
      when others then
        -- One wallet that is damaged must not keep every other call from being funded.
        raise warning 'the meter of call % can''t be billed: %', m.call_id, sqlerrm;
        update meter x set next_due_at = now() + interval '60 seconds' where x.call_id = m.call_id;
        continue;
    end;
    call_id := m.call_id;
    charged_ms := m.charged_ms;
    funded_ms := m.funded_increments * increment_ms();
    charged_increments := m.captured_increments;
    captured_points := m.captured_increments::bigint * m.increment_points;
    -- Funding was just tried: what is reached now can't be lengthened.
    exhausted := m.charged_ms >= funded_ms;
    return next;
  end loop;
end $$;

-- What a call has cost so far. No row without a meter.
create function meter_result(call text)
returns table (
  charged_ms bigint, connected_ms bigint, charged_increments int, points bigint,
  free_points bigint, paid_points bigint, earned_points bigint
) language sql stable as $$
  select m.charged_ms, m.connected_ms, m.captured_increments, m.captured_increments::bigint * m.increment_points,
    coalesce(used.free, 0)::bigint, coalesce(used.paid, 0)::bigint,
    earned_share(m.captured_increments::bigint * m.increment_points, m.share_percent)
  from meter m
  cross join lateral (
    select sum(u.amount) filter (where l.kind = 'free') as free, sum(u.amount) filter (where l.kind = 'paid') as paid
    from meter_charge c join lot_use u on u.transfer_id = c.transfer_id join lot l on l.id = u.lot_id
    where c.call_id = m.call_id
  ) used
  where m.call_id = call
$$;

-- Captures the rest, never beyond what is funded, releases the remainder and closes the meter.
create function settle_meter(call text, final_charged_ms bigint, final_connected_ms bigint)
returns table (
  charged_ms bigint, connected_ms bigint, charged_increments int, points bigint,
  free_points bigint, paid_points bigint, earned_points bigint
) language plpgsql as $$
declare
  m meter;
begin
  select x.* into m from meter x where x.call_id = call for no key update;
  if m.state = 'open' then
    m.charged_ms := greatest(m.charged_ms, final_charged_ms);
    perform lock_accounts(array[m.payer_account_id, m.payee_account_id]);
    m := capture_increments(m, least(increments_used(m.charged_ms), m.funded_increments));
    perform release_locked(m.hold_id);
    update meter x set
      charged_ms = m.charged_ms,
      connected_ms = greatest(x.connected_ms, final_connected_ms),
      state = 'settled', settled_at = now(), next_due_at = null
      where x.call_id = call;
  end if;
  return query select * from meter_result(call);
end $$;

-- For a call that never connected: the hold goes back whole.
create function release_meter(call text) returns void language plpgsql as $$
declare
  m meter;
begin
  select x.* into m from meter x where x.call_id = call and x.state = 'open' for no key update;
  if not found then return; end if;
  if m.started_at is not null then
    raise exception 'the meter of call % has started: settle it', call;
  end if;
  perform lock_accounts(array[m.payer_account_id]);
  perform release_locked(m.hold_id);
  update meter x set state = 'settled', settled_at = now() where x.call_id = call;
end $$;

-- What a call returned by point-back. Refunds for other reasons are not in it.
create function point_back_result(call text)
returns table (points bigint, free_points bigint, paid_points bigint, taken_back_points bigint) language sql stable as $$
  with back as (
    select r.* from meter_charge c join transfer r on r.reverses_id = c.transfer_id and r.purpose = 'pointBack'
    where c.call_id = call
  ), lots as (
    select sum(x.amount) filter (where l.kind = 'free') as free, sum(x.amount) filter (where l.kind = 'paid') as paid
    from back b join lot_return x on x.transfer_id = b.id join lot l on l.id = x.lot_id
  )
  select coalesce(sum(b.amount), 0)::bigint, coalesce(max(l.free), 0)::bigint, coalesce(max(l.paid), 0)::bigint,
    coalesce(sum(b.amount - b.fee) filter (where b.debit <> house_account()), 0)::bigint
  from lots l left join back b on true
$$;

-- Returns points of a settled call, the newest first, each charge by a transfer of its own; once a call.
-- most null: everything that was charged and not returned.
create function point_back(call text, most bigint, why text, by_house boolean)
returns table (points bigint, free_points bigint, paid_points bigint, taken_back_points bigint) language plpgsql as $$
declare
  m meter;
  c record;
  part bigint;
  total bigint := 0;
  outcome text;
begin
  select x.* into m from meter x where x.call_id = call for no key update;
  if m.state is distinct from 'settled' then
    raise exception 'call % is not settled: nothing can be returned of it', call;
  end if;
  if m.point_back_at is null then
    for c in
      select x.transfer_id, t.amount - coalesce((select sum(r.amount) from transfer r where r.reverses_id = t.id), 0) as usable
      from meter_charge x join transfer t on t.id = x.transfer_id
      where x.call_id = call order by x.first_increment desc
    loop
      part := least(c.usable, coalesce(most, c.usable + total) - total);
      continue when part <= 0;
      select r.status into outcome from refund_transfer(
        'pointBack:' || call || ':' || c.transfer_id, c.transfer_id, part, by_house, 'pointBack', call) r;
      if outcome <> 'done' then
        raise exception 'point-back of call %: transfer % answered %', call, c.transfer_id, outcome;
      end if;
      total := total + part;
    end loop;
    if total > 0 then
      update meter x set point_back_points = total, point_back_at = now(), point_back_reason = why where x.call_id = call;
    end if;
  end if;
  return query select * from point_back_result(call);
end $$;

-- Calls of a payer returned on the current Japanese day.
create function point_backs_today(payer text) returns int language sql stable as $$
  select count(*)::int from meter m join account a on a.id = m.payer_account_id
  where a.kind = 'wallet' and a.owner_id = payer
    and m.point_back_at >= date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'
$$;

-- A meter beside its payer's wallet: what the heartbeat is computed from (domain/points/meter.ts).
create view meter_funds as
select m.call_id, m.rate_points_per_min, m.increment_points, m.captured_increments, m.funded_increments,
  m.charged_ms, m.state, a.owner_id as payer_id, a.balance, a.held,
  -- Past its expiry and not yet posted; the wallet shows it no more.
  case when a.next_expiry_at <= now()
    then (select coalesce(sum(o.points), 0)::bigint from overdue_lots(a.id) o) else 0 end as overdue
from meter m join account a on a.id = m.payer_account_id;
