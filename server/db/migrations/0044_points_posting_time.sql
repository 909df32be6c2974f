-- When a transfer is posted: now. Only who tells of the past, the demo's seed and tests, sets another time, and only for
-- its own transaction: `set local koyoi.posting_time`. While no day is sealed, that is.
create function told_posting_time() returns timestamptz language sql stable as $$
  select nullif(current_setting('koyoi.posting_time', true), '')::timestamptz
$$;
alter table transfer alter column created_at set default coalesce(told_posting_time(), now());

create or replace function refuse_late_transfer() returns trigger language plpgsql as $$
begin
  if new.created_at = told_posting_time() and not exists (select 1 from day_seal) then
    -- Whoever seals the first day waits for this transaction (0031_points_seals.sql, rule 2).
    return new;
  end if;
  -- As after a deadlock: begun anew it goes through.
  raise exception 'a transaction that began at % may post nothing any more: that day may be sealed', new.created_at
    using errcode = 'serialization_failure';
end $$;
