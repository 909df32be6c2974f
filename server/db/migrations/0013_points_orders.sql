-- Point packs. Paid points equal the yen (product.md 6.4); the rest is a free lot of its own.
create table points_course (
  id text primary key check (id ~ '^[a-z0-9-]{1,32}$'),
  price_yen int not null check (price_yen > 0),
  free_points int not null default 0 check (free_points >= 0),
  is_on_sale boolean not null default true,
  updated_at timestamptz not null default now()
);
insert into points_course (id, price_yen, free_points) values
  ('c1000', 1000, 0), ('c3000', 3000, 150), ('c5000', 5000, 400), ('c10000', 10000, 1200), ('c30000', 30000, 4500);

create table purchase_order (
  -- Made by the client: the idempotency key, towards the payment service too.
  id text primary key,
  member_id text not null references member (id),
  course_id text not null references points_course (id),
  method text not null check (method in ('card', 'savedCard', 'paidy', 'storekit', 'bankTransfer')),
  -- Which adapter was called; 'bank' where an operator books the transfer.
  gateway text not null,
  -- As the point pack was when the order was confirmed; a later change of the pack changes no order.
  price_yen int not null check (price_yen > 0),
  free_points int not null check (free_points >= 0),
  -- The first purchase's bonus as promised on the confirmation; granted once per member.
  bonus_points int not null check (bonus_points >= 0),
  -- Which wording of the final confirmation was shown.
  confirmation_version text not null,
  state text not null check (state in ('created', 'paying', 'challenge', 'granted', 'declined', 'expired', 'givenUp',
   'refunded', 'chargedBack')),
  decline_reason text,
  payment_id text,
  challenge_url text,
  -- What the service captured, and how much of it went back.
  captured_yen int not null default 0 check (captured_yen >= 0),
  refunded_yen int not null default 0 check (refunded_yen >= 0),
  created_at timestamptz not null default now(),
  captured_at timestamptz,
  ended_at timestamptz,
  -- When reconciliation asks the service; null once nothing is open.
  next_check_at timestamptz,
  -- When an operator dealt with a dispute: the member may buy again.
  dispute_settled_at timestamptz,
  -- payment_id is what the service reports as the order's payment. What the payer sends says only where to
  -- look: Paidy finds a payment by nothing else, and anybody may send any id, so it is stored apart and
  -- proves nothing.
  brought_payment_id text,
  -- A keyed hash of the network that the order came from, to slow down people who try cards from many
  -- accounts. Deleted after two days.
  network_key text,
  -- What the service paid back without us, less what it reversed of that; refunded_yen is this and our own
  -- refunds.
  refunded_outside_yen int not null default 0 check (refunded_outside_yen >= 0),
  -- What the service has reversed so far.
  refund_reversed_yen int not null default 0 check (refund_reversed_yen >= 0),
  -- Which process asks the payment service for the order. An order whose process has ended waits for no
  -- answer. Null for a bank transfer.
  asked_by_process uuid,
  -- The card that paid, as the receipt names it: the card that is saved today may be another one. Null for what a
  -- card didn't pay, and where the service doesn't name the card.
  card_brand text check (char_length(card_brand) between 1 and 40),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  check ((captured_yen > 0) = (captured_at is not null)),
  check (refunded_yen <= captured_yen),
  check (state not in ('granted', 'refunded', 'chargedBack') or captured_yen > 0),
  check ((card_brand is null) = (card_last4 is null)),
  unique (gateway, payment_id)
);
create index purchase_order_member on purchase_order (member_id, created_at desc);
create index purchase_order_check on purchase_order (next_check_at) where next_check_at is not null;
create index purchase_order_network on purchase_order (network_key, created_at) where network_key is not null;
-- Decides whether an unsigned webhook is about one of our payments.
create index purchase_order_brought on purchase_order (brought_payment_id) where brought_payment_id is not null;

-- Yen that an operator pays back for the rest of an order's points. The points go before the service is
-- asked.
create table order_refund (
  -- Made by the client; the idempotency key towards the service, too.
  id text primary key,
  order_id text not null references purchase_order (id),
  state text not null check (state in ('requested', 'asked', 'done', 'refused')),
  -- What the points came to; null until they are gone.
  amount_yen int check (amount_yen > 0),
  reason text not null,
  -- Operators; above a limit two of them.
  requested_by bigint not null,
  approved_by bigint,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  next_check_at timestamptz,
  check ((amount_yen is null) = (state = 'requested') or state = 'refused')
);
create unique index order_refund_open on order_refund (order_id) where state in ('requested', 'asked');
create index order_refund_check on order_refund (next_check_at) where next_check_at is not null;

-- Which transfers took a refund's points.
create table order_refund_void (
  transfer_id bigint primary key,
  refund_id text not null references order_refund (id)
);
create index order_refund_void_refund on order_refund_void (refund_id);

-- What payment services reported, each event once. An event that arrives before its payment is known waits.
create table payment_event (
  gateway text not null,
  event_id text not null,
  -- refundReversed: the App Store may take back a refund that it made; the order is then paid again.
  kind text not null check (kind in ('captured', 'failed', 'refunded', 'refundReversed', 'disputed', 'disputeWon')),
  payment_id text not null,
  order_id text,
  amount_yen int not null check (amount_yen >= 0),
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  -- An event that waits for its order is tried again after as long as it has waited, reported to the
  -- operators, and ended (domain/points/purchase/payment-event.ts), so that waiting events never delay the others.
  -- Null once applied or ended.
  next_try_at timestamptz,
  -- When the operators were alerted to it.
  noticed_at timestamptz,
  primary key (gateway, event_id),
  check (applied_at is null or next_try_at is null)
);
create index payment_event_refunds on payment_event (gateway, payment_id) where kind = 'refunded';
create index payment_event_due on payment_event (next_try_at) where next_try_at is not null;
create index payment_event_waiting on payment_event (gateway, payment_id) where next_try_at is not null;

-- Cards that members let the service store; the newest one counts.
create table saved_card (
  member_id text primary key references member (id) on delete cascade,
  gateway text not null,
  customer_id text not null,
  card_id text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  expiry_month int not null check (expiry_month between 1 and 12),
  expiry_year int not null,
  saved_at timestamptz not null default now()
);

-- Deleted or replaced cards that their service still stores, until it confirms the deletion.
create table card_removal (
  gateway text not null,
  card_id text not null,
  customer_id text not null,
  tries int not null default 0,
  asked_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  primary key (gateway, card_id)
);
create index card_removal_due on card_removal (next_try_at);

-- The most that a member of an age may buy in a Japanese month; null: no limit. The band with the highest
-- from_age not above the member's age counts.
create table purchase_age_limit (
  from_age int primary key check (from_age >= 18),
  monthly_yen int check (monthly_yen > 0)
);
insert into purchase_age_limit (from_age, monthly_yen) values (18, 30000), (20, 300000);

-- Limits that members set for themselves: lower at once, higher after a day
-- (domain/points/purchase/purchase-limit.ts). Null: none.
create table own_purchase_limit (
  member_id text primary key references member (id) on delete cascade,
  monthly_yen int check (monthly_yen >= 0),
  next_monthly_yen int check (next_monthly_yen >= 0),
  next_from timestamptz,
  check (next_monthly_yen is null or next_from is not null)
);

-- Steps towards a purchase, for the operators' funnel.
create table purchase_step (
  id bigint generated always as identity primary key,
  member_id text references member (id) on delete cascade,
  step text not null,
  course_id text,
  at timestamptz not null default now()
);
create index purchase_step_at on purchase_step (at);

-- Bank transfers that operators booked. One that needs a second operator grants no points before that
-- approval.
create table bank_booking (
  id bigint generated always as identity primary key,
  order_id text not null references purchase_order (id),
  -- The bank statement's own number.
  reference text not null,
  amount_yen int not null check (amount_yen > 0),
  state text not null check (state in ('requested', 'done', 'withdrawn')),
  booked_by bigint not null,
  -- Who approved or withdrew it; null while that is open, and where one operator was enough.
  decided_by bigint,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check (state <> 'requested' or decided_by is null)
);
-- An order is paid once and a line of the bank statement is booked once; a withdrawn line may be booked
-- again.
create unique index bank_booking_order on bank_booking (order_id) where state <> 'withdrawn';
create unique index bank_booking_reference on bank_booking (reference) where state <> 'withdrawn';
create index bank_booking_alone on bank_booking (booked_by, created_at) where decided_by is null;
