-- When a payout was first given out for the bank: whoever sends it once more pays twice.
alter table payout add column batched_at timestamptz;
