-- Readings of the media process (adapters/media/port.ts), cumulative: time without proof that it reached the payer, of
-- which a payer has so much a day (domain/calls/unproven.ts), and the payload that was forwarded to the payer.
alter table call add unproven_ms bigint not null default 0;
alter table call add media_bytes bigint not null default 0;
create index call_unproven on call (caller_id, requested_at) where unproven_ms > 0;
