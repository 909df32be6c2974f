-- The flea market (product.md 13). Points move in server/db/functions/market alone.
create table market_item (
  -- The UUID that the client sends with the listing.
  id uuid primary key,
  seller_id text not null references member (id),
  state text not null check (state in ('draft', 'onSale', 'sold', 'withdrawn', 'removed')),
  title text not null,
  description text not null,
  category text not null,
  condition text not null,
  points int not null check (points > 0),
  -- Who pays the postage.
  postage text not null check (postage in ('seller', 'buyer')),
  prefecture text not null,
  ship_days text not null check (ship_days in ('1to2', '2to3', '4to7')),
  -- Title and text as search_fold folds them.
  folded text not null,
  -- Why operators removed it.
  removed_reason text,
  created_at timestamptz not null,
  -- When it last went on sale; its place in the list.
  listed_at timestamptz not null,
  -- Counts up with each change, so that nobody buys another item than the one that was seen.
  version int not null default 1,
  check ((removed_reason is not null) = (state = 'removed'))
);
create index market_item_new on market_item (listed_at desc, id desc) where state in ('onSale', 'sold');
create index market_item_cheap on market_item (points, id) where state in ('onSale', 'sold');
create index market_item_seller on market_item (seller_id, listed_at desc);

create table market_picture (
  image_id text primary key,
  item_id uuid not null references market_item (id) on delete cascade,
  position int not null check (position between 0 and 9),
  unique (item_id, position)
);

create table market_favourite (
  member_id text not null references member (id) on delete cascade,
  item_id uuid not null references market_item (id) on delete cascade,
  created_at timestamptz not null,
  primary key (member_id, item_id)
);
create index market_favourite_item on market_favourite (item_id);
create index market_favourite_new on market_favourite (member_id, created_at desc, item_id);

create table market_question (
  id uuid primary key,
  item_id uuid not null references market_item (id) on delete cascade,
  author_id text not null references member (id) on delete cascade,
  text text not null,
  answer text,
  created_at timestamptz not null,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index market_question_item on market_question (item_id, created_at);
create index market_question_author on market_question (author_id);

-- A lower price that one buyer asks for. `accepted`: the price for that buyer alone, until it expires.
create table market_offer (
  id uuid primary key,
  item_id uuid not null references market_item (id) on delete cascade,
  buyer_id text not null references member (id) on delete cascade,
  points int not null check (points > 0),
  state text not null check (state in ('open', 'countered', 'accepted', 'declined')),
  -- An open offer, a counter-offer and an accepted price end then.
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index market_offer_item on market_offer (item_id, buyer_id, created_at desc);
create index market_offer_buyer on market_offer (buyer_id);

create table market_transaction (
  id uuid primary key,
  item_id uuid not null references market_item (id),
  buyer_id text not null references member (id),
  seller_id text not null references member (id),
  points int not null check (points > 0),
  fee_percent int not null check (fee_percent between 0 and 100),
  -- Above so many points two operators decide a dispute, whatever the setting is by then.
  two_operators_above int not null,
  phase text not null check (phase in ('paid', 'shipped', 'delivered', 'received', 'reviewed', 'cancelled', 'disputed',
    'returning', 'returned', 'decided')),
  ship_by timestamptz not null,
  carrier text check (carrier in ('parcel', 'post')),
  -- The anonymous code that the counter reads.
  label_code text unique,
  tracking text check (tracking in ('waiting', 'accepted', 'inTransit', 'delivered')),
  shipped_at timestamptz,
  delivered_at timestamptz,
  return_by timestamptz,
  -- When the points left the escrow.
  finished_at timestamptz,
  buyer_reviewed boolean not null default false,
  seller_reviewed boolean not null default false,
  -- What the seller got of the points, with the fee in it; null while they are in escrow.
  seller_points int check (seller_points between 0 and points),
  -- When the machine wants a tick; null when no clock runs.
  due_at timestamptz,
  created_at timestamptz not null,
  check (buyer_id <> seller_id),
  check ((seller_points is null) = (finished_at is null)),
  check ((finished_at is null) = (phase in ('paid', 'shipped', 'delivered', 'disputed', 'returning')))
);
-- An item has one transaction that isn't undone.
create unique index market_transaction_item on market_transaction (item_id)
  where phase not in ('cancelled', 'returned');
create index market_transaction_buyer on market_transaction (buyer_id, created_at desc);
create index market_transaction_seller on market_transaction (seller_id, created_at desc);
create index market_transaction_due on market_transaction (due_at) where due_at is not null;
create index market_transaction_moving on market_transaction (id) where phase = 'shipped';
create index market_transaction_disputed on market_transaction (created_at) where phase in ('disputed', 'returning');

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

-- What happened, for the timeline.
create table market_step (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references market_transaction (id),
  kind text not null,
  at timestamptz not null
);
create index market_step_transaction on market_step (transaction_id, id);

-- Encrypted: name, address and phone number of a member.
create table market_address (
  member_id text primary key references member (id) on delete cascade,
  encrypted bytea not null,
  changed_at timestamptz not null
);

-- Encrypted copies for one parcel's label; deleted 30 days after the transaction.
create table market_parcel_address (
  transaction_id uuid not null references market_transaction (id),
  side text not null check (side in ('buyer', 'seller')),
  encrypted bytea not null,
  primary key (transaction_id, side)
);

create table market_dispute_entry (
  id uuid primary key,
  transaction_id uuid not null references market_transaction (id),
  author text not null check (author in ('buyer', 'seller', 'operator')),
  text text not null,
  image_ids text[] not null default '{}',
  created_at timestamptz not null
);
create index market_dispute_entry_transaction on market_dispute_entry (transaction_id, created_at);

-- An operator's decision; above a limit it waits for a second operator.
create table market_decision (
  transaction_id uuid primary key references market_transaction (id),
  seller_points int not null check (seller_points >= 0),
  reason text not null,
  decided_by bigint not null references operator (id),
  approved_by bigint references operator (id),
  created_at timestamptz not null,
  check (approved_by <> decided_by)
);

create table market_review (
  transaction_id uuid not null references market_transaction (id),
  author text not null check (author in ('buyer', 'seller')),
  target_id text not null references member (id),
  is_good boolean not null,
  text text not null,
  created_at timestamptz not null,
  primary key (transaction_id, author)
);
create index market_review_target on market_review (target_id, created_at desc);

-- What may not be sold: a folded word or a category, with the reason that the seller reads.
create table market_forbidden (
  id bigint generated always as identity primary key,
  word text,
  category text unique,
  reason text not null,
  check ((word is null) <> (category is null))
);
create unique index market_forbidden_word on market_forbidden (word) where word is not null;
insert into market_forbidden (word, reason) values
  ('ぎふと券', 'ギフト券や電子マネーは、お金のやりとりに使われることがあるため出品できません。'),
  ('ぎふとかーど', 'ギフト券や電子マネーは、お金のやりとりに使われることがあるため出品できません。'),
  ('商品券', '商品券は、お金のやりとりに使われることがあるため出品できません。'),
  ('たばこ', 'たばこは出品できません。'),
  ('お酒', 'お酒の販売には免許が必要なため出品できません。'),
  ('医薬品', '医薬品は法律により出品できません。'),
  ('処方薬', '医薬品は法律により出品できません。'),
  ('使用済み下着', '使用済みの下着などは出品できません。'),
  ('ないふ', '刃物や武器は出品できません。'),
  ('すたんがん', '刃物や武器は出品できません。'),
  ('偽物', '偽ブランド品は出品できません。'),
  ('こぴー品', '偽ブランド品は出品できません。');

create table market_fee (
  category text primary key,
  percent int not null check (percent between 0 and 50)
);
insert into market_fee (category, percent)
  select c, 10 from unnest(array['fashion', 'bags', 'accessories', 'books', 'hobby', 'camera', 'home', 'kitchen', 'beauty',
    'handmade', 'other']) c;

-- What operators set for the whole market: one row.
create table market_setting (
  id int primary key default 1 check (id = 1),
  points_min int not null check (points_min > 0),
  points_max int not null,
  -- A dispute about more than this takes two operators.
  two_operators_above int not null check (two_operators_above >= 0),
  check (points_max >= points_min)
);
insert into market_setting (points_min, points_max, two_operators_above) values (300, 50000, 5000);
