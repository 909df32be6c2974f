-- What a wallet's lots have beyond their expiry. Open holds cover the lots that would be spent first; what
-- they cover stays until it is captured or released (product.md 6.2: points under a hold expire when the hold
-- is released).
create or replace function overdue_lots(wallet bigint) returns table (lot_id bigint, points bigint) language sql stable as $$
  select l.id, least(l.remaining, l.up_to - a.held)::bigint
  from account a
  cross join lateral (
    select o.id, o.remaining, o.expires_at,
      sum(o.remaining) over (order by o.kind, o.expires_at, o.id) as up_to
    from lot o where o.account_id = a.id and not o.closed
  ) l
  where a.id = wallet and a.next_expiry_at <= now() and l.expires_at <= now() and l.up_to > a.held
$$;
