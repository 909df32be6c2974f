-- What of a wallet's points is set aside for requests for pictures.
create or replace function requested_of(wallet bigint) returns bigint language sql stable as $$
  select coalesce(sum(h.amount - h.captured - h.released), 0)::bigint
  from account a
  join gallery_request r on r.caller_id = a.owner_id and r.phase in ('open', 'accepted')
  join hold h on h.id = r.hold_id
  where a.id = wallet
$$;
