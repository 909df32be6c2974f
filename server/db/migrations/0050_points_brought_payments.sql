-- payment_id is what the service says pays an order. What its payer brings says only where to look: Paidy finds a
-- payment by nothing else, and anybody may bring any id, so it is kept apart and belongs to nobody.
alter table purchase_order add column brought_payment_id text;
update purchase_order set brought_payment_id = payment_id where method = 'paidy' and gateway = 'paidy';
update purchase_order set payment_id = null where method = 'paidy' and gateway = 'paidy' and captured_yen = 0;
