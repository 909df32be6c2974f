-- Posts a payout that was transferred to the bank. status: done, duplicate, mismatch (not approved, or
-- refused), unknown
create or replace function pay_payout(request uuid) returns text language plpgsql as $$
declare
  b payout;
begin
  perform lock_accounts(array(select x.account_id from payout x where x.id = request));
  select x.* into b from payout x where x.id = request for update;
  if not found then return 'unknown'; end if;
  if b.state <> 'approved' then return case b.state when 'paid' then 'duplicate' else 'mismatch' end; end if;
  perform release_locked(b.hold_id);
  update account a set balance = a.balance - b.points where a.id = b.account_id;
  perform post_transfer('payout:' || request, 'payout', b.account_id, issuer_account(), b.points, 0, 'payout', request::text);
  update payout x set state = 'paid', decided_at = now() where x.id = request;
  return 'done';
end $$;
