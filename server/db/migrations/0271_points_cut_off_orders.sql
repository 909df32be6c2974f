-- A node is a data folder and outlives its processes; this is the process that it is now. Null until a process of this
-- version has started.
alter table node add column process_id uuid;

-- Which process asks the payment service for an order. An order whose process is gone waits for no answer. Null for a
-- bank transfer, and for orders of earlier versions, which wait as long as any.
alter table purchase_order add column asked_by_process uuid;
