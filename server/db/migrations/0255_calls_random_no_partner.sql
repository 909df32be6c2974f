-- When the caller last asked and nobody on standby could be brought together with this caller: such a caller takes
-- nobody, and is not counted among those who choose before others.
alter table random_place add no_partner_at timestamptz;
