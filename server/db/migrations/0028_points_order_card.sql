-- The card that paid an order, as its receipt names it: the card that is saved today may be another one. Null for what a
-- card didn't pay, for orders from before this column, and where the service doesn't name the card.
alter table purchase_order
  add column card_brand text check (char_length(card_brand) between 1 and 40),
  add column card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  add check ((card_brand is null) = (card_last4 is null));
