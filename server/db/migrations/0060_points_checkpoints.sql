-- A daily checkpoint is called so everywhere; before, tables and functions called it a seal.
alter table day_seal rename to daily_checkpoint;
alter table daily_checkpoint rename column sealed_at to made_at;
alter index day_seal_pkey rename to daily_checkpoint_pkey;
alter index day_seal_hash_key rename to daily_checkpoint_hash_key;
update operator_notice set kind = 'checkpointLate' where kind = 'sealLate';
