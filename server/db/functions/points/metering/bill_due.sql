create or replace function bill_due(max_meters int)
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
      if m.funded_increments * increment_ms() - m.charged_ms <= fund_ahead_ms() then
        m := fund_meter(m);
      end if;
      m := capture_increments(m, least(increments_used(m.charged_ms), m.funded_increments));
      update meter x set next_due_at = next_due(m.funded_increments, m.charged_ms) where x.call_id = m.call_id;
    exception
      when deadlock_detected or serialization_failure then raise;
      when others then
        -- One damaged wallet must not keep every other call from being funded.
        raise warning 'the meter of call % can''t be billed: %', m.call_id, sqlerrm;
        update meter x set next_due_at = now() + interval '60 seconds' where x.call_id = m.call_id;
        continue;
    end;
    call_id := m.call_id;
    charged_ms := m.charged_ms;
    funded_ms := m.funded_increments * increment_ms();
    charged_increments := m.captured_increments;
    captured_points := m.captured_points;
    -- Funding was tried a moment ago, so the limit that is reached now is final.
    exhausted := m.charged_ms >= funded_ms;
    return next;
  end loop;
end $$;
