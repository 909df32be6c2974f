-- Releases holds past their expiry, at most max_holds; returns how many.
create or replace function release_expired_holds(max_holds int) returns int language plpgsql as $$
declare
  due bigint[];
begin
  select array_agg(h.id) into due
    from (select x.id from hold x where x.open and x.expires_at <= now() order by x.expires_at limit max_holds) h;
  perform lock_accounts(array(select h.account_id from hold h where h.id = any (due)));
  perform release_locked(d.id) from unnest(due) d (id);
  return coalesce(cardinality(due), 0);
end $$;
