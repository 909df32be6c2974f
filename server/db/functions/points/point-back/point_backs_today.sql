-- A payer's calls with a point-back on the current Japanese day.
create or replace function point_backs_today(payer text) returns int language sql stable as $$
  select count(*)::int from meter m join account a on a.id = m.payer_account_id
  where a.kind = 'wallet' and a.owner_id = payer
    and m.point_back_at >= date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'
$$;
