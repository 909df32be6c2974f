-- Webhooks that aren't signed are told apart by whether their payment is one of ours.
create index purchase_order_brought on purchase_order (brought_payment_id) where brought_payment_id is not null;
