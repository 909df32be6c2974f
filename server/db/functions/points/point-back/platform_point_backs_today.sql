-- What the platform returned on the current Japanese day: of calls between this call's two members, and of
-- all calls of its broadcaster.
create or replace function platform_point_backs_today(call text)
returns table (pair_calls int, pair_points bigint, payee_calls int, payee_points bigint) language sql stable as $$
  select count(*) filter (where m.payer_account_id = this.payer_account_id)::int,
    coalesce(sum(m.point_back_points) filter (where m.payer_account_id = this.payer_account_id), 0)::bigint,
    count(*)::int, coalesce(sum(m.point_back_points), 0)::bigint
  from meter this join meter m on m.payee_account_id = this.payee_account_id and m.point_back_by_platform
    and m.point_back_at >= date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'
  where this.call_id = call
$$;
