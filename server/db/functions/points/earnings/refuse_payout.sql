-- Returns what was set aside. status: done, duplicate, mismatch (paid already), batched (it was given out for the
-- bank, and nobody said that the money came back), unknown
create or replace function refuse_payout(request uuid, because text, is_returned boolean) returns text language plpgsql as $$
declare
  b payout;
begin
  perform lock_accounts(array(select x.account_id from payout x where x.id = request));
  select x.* into b from payout x where x.id = request for update;
  if not found then return 'unknown'; end if;
  if b.state not in ('requested', 'approved') then
    return case b.state when 'refused' then 'duplicate' else 'mismatch' end;
  end if;
  if b.batched_at is not null and not is_returned then return 'batched'; end if;
  perform release_locked(b.hold_id);
  update payout x set state = 'refused', refused_because = because, decided_at = now() where x.id = request;
  return 'done';
end $$;
