-- Holds another minute ahead, or the whole increments that are left; more when reports ran ahead of the
-- funds; never beyond the visit's own limit. What is held beyond the price of the funded increments comes first.
create or replace function fund_meter(m meter) returns meter language plpgsql as $$
declare
  excess bigint;
  more int;
  added bigint;
begin
  perform expire_wallet(m.payer_account_id);
  excess := excess_points(m);
  select least(
      10 + greatest(0, increments_used(m.charged_ms) - m.funded_increments),
      (a.balance - a.held + excess) / m.increment_points,
      (m.cap_points - paid_beside(m) - m.captured_points - reserved_points(m)) / m.increment_points)::int
    into more from account a where a.id = m.payer_account_id;
  if more > 0 then
    added := greatest(0, more::bigint * m.increment_points - excess);
    update account a set held = a.held + added where a.id = m.payer_account_id;
    update hold h set amount = h.amount + added where h.id = m.hold_id;
    update meter x set funded_increments = x.funded_increments + more where x.call_id = m.call_id;
    m.funded_increments := m.funded_increments + more;
  end if;
  return m;
end $$;
