-- What operators book of bank transfers. One that needs a second operator brings no points before he has approved it.
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
-- An order is paid once and a line of the bank's is booked once; what was withdrawn may be booked anew.
create unique index bank_booking_order on bank_booking (order_id) where state <> 'withdrawn';
create unique index bank_booking_reference on bank_booking (reference) where state <> 'withdrawn';
create index bank_booking_alone on bank_booking (booked_by, created_at) where decided_by is null;
