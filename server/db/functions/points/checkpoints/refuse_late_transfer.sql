create or replace function refuse_late_transfer() returns trigger language plpgsql as $$
begin
  if new.created_at = posting_time_override() and not exists (select 1 from daily_checkpoint) then
    -- The process that checkpoints the first day waits for this transaction (checkpoint_lag.sql, rule 2).
    return new;
  end if;
  -- As after a deadlock: the transaction succeeds when it is tried again.
  raise exception 'a transaction that began at % may post nothing any more: that day may have its checkpoint', new.created_at
    using errcode = 'serialization_failure';
end $$;

create or replace trigger not_late before insert on transfer
  for each row when (new.created_at < clock_timestamp() - checkpoint_lag()) execute function refuse_late_transfer();
