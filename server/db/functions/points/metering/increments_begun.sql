-- Increments of an open meter that have begun: captured, used, or only decided by the media server, which sends ahead of
-- the payer's confirmation. Each of them may still be charged whole.
create or replace function increments_begun(m meter) returns int language sql immutable as $$
  select greatest(m.captured_increments, m.decided_increments, increments_used(m.charged_ms))
$$;
