-- Cards that were forgotten or replaced and that their service still has to be told of: kept until it agreed.
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
