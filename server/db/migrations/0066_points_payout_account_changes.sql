-- When another account took the place of one that was there; null while it is her first.
alter table payout_account add column replaced_at timestamptz;
