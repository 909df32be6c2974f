-- Ends a freeze, because the dispute was won. status: done, duplicate, mismatch (decided otherwise), unknown
create or replace function lift_freeze(about text) returns text language plpgsql as $$
declare
  f earning_freeze;
begin
  select x.* into f from earning_freeze x where x.reference = about for update;
  if not found then return 'unknown'; end if;
  if f.state <> 'open' then return case f.state when 'lifted' then 'duplicate' else 'mismatch' end; end if;
  update earning_freeze x set state = 'lifted', decided_at = now() where x.id = f.id;
  return 'done';
end $$;
