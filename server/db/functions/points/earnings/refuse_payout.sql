-- Returns what was set aside. status: done, duplicate, mismatch (paid already), unknown
create or replace function refuse_payout(request uuid, because text) returns text language plpgsql as $$
declare
  b payout;
begin
  perform lock_accounts(array(select x.account_id from payout x where x.id = request));
  select x.* into b from payout x where x.id = request for update;
  if not found then return 'unknown'; end if;
  if b.state not in ('requested', 'approved') then
    return case b.state when 'refused' then 'duplicate' else 'mismatch' end;
  end if;
  perform release_locked(b.hold_id);
  update payout x set state = 'refused', refused_because = because, decided_at = now() where x.id = request;
  return 'done';
end $$;
