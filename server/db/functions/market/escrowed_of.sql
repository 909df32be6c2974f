-- What of a wallet's points is set aside for purchases in the market and requests for pictures: its owner no longer counts
-- it as theirs.
create or replace function escrowed_of(wallet bigint) returns bigint language sql stable as $$
  select requested_of(wallet) + coalesce(sum(h.amount - h.captured - h.released), 0)::bigint
  from account a
  join market_escrow e on e.payer_id = a.owner_id and e.payee_points is null
  join hold h on h.id = e.wallet_hold_id
  where a.id = wallet
$$;
