-- Takes a lost dispute's earnings back: the broadcasters' share of it goes to the platform.
-- status: done, duplicate, mismatch, unknown
create or replace function take_back_earnings(about text) returns table (status text, points bigint) language plpgsql as $$
declare
  f earning_freeze;
  touched bigint[];
  debts bigint[];
begin
  points := 0;
  select x.* into f from earning_freeze x where x.reference = about;
  if not found then
    status := 'unknown';
    return next;
    return;
  end if;
  touched := accounts_of_freeze(f.id);
  debts := array(
    select account_of('debt', a.owner_id)
    from unnest(touched) with ordinality t (id, n) join account a on a.id = t.id order by t.n);
  perform lock_accounts(touched || debts);
  select x.* into f from earning_freeze x where x.reference = about for update;
  if f.state <> 'open' then
    status := case f.state when 'takenBack' then 'duplicate' else 'mismatch' end;
    select coalesce(sum(c.points), 0) into points from clawback_part c where c.freeze_id = f.id;
    return next;
    return;
  end if;
  for i in 1 .. cardinality(touched) loop
    points := points + take_back_of(touched[i], debts[i], f.id, about);
  end loop;
  update earning_freeze x set state = 'takenBack', decided_at = now() where x.id = f.id;
  status := 'done';
  return next;
end $$;
