-- Points of the market's transactions that are set aside until the goods have arrived: at most one hold on the
-- buyer's proceeds and one on the wallet. settle_escrow closes both at once.
create table market_escrow (
  -- The transaction's id.
  reference text primary key,
  payer_id text not null,
  payee_id text not null,
  points bigint not null check (points > 0),
  proceeds_hold_id bigint references hold (id),
  wallet_hold_id bigint references hold (id),
  -- What the payee got of the points, with the fee in it; the rest was released. Null: still set aside.
  payee_points bigint check (payee_points between 0 and points),
  fee bigint check (fee between 0 and payee_points),
  check (proceeds_hold_id is not null or wallet_hold_id is not null),
  check ((payee_points is null) = (fee is null))
);
create index market_escrow_open on market_escrow (payer_id) where payee_points is null;
create index market_escrow_proceeds on market_escrow (proceeds_hold_id) where proceeds_hold_id is not null;
create index market_escrow_wallet on market_escrow (wallet_hold_id) where wallet_hold_id is not null;

alter table account add constraint account_proceeds_floor check (kind <> 'proceeds' or balance - held >= 0);
