-- Holds another minute ahead, or the whole increments that are left; more when reports ran ahead of the
-- funds.
create or replace function fund_meter(m meter) returns meter language plpgsql as $$
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
