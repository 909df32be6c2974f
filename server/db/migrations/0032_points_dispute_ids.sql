-- Which dispute an event is about, where its service names it: a payment may have more than one, and their
-- events come in any order. `x:inquiry` is a part of the dispute `x`, and ends with it at the latest.
alter table payment_event add column dispute_id text;
update payment_event set dispute_id = regexp_replace(event_id, ':(disputed|lost|disputeWon)$', '')
where gateway = 'square' and kind in ('disputed', 'disputeWon');
create index payment_event_disputes on payment_event (gateway, payment_id) where dispute_id is not null;
