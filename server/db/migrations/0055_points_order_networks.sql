-- Where an order came from, to slow down who tries cards from many accounts: a keyed hash of the network, no address.
-- Forgotten after two days.
alter table purchase_order add column network_key text;
create index purchase_order_network on purchase_order (network_key, created_at) where network_key is not null;
