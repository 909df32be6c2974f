-- When to look at a meter again: fund_ahead_ms() before the funded time ends, if it ran on without a pause; but never
-- sooner than in 1 s, so that a call whose points are nearly used is looked at once a second until it ends or
-- points are bought.
create or replace function next_due(funded_increments int, charged_ms bigint) returns timestamptz language sql stable as $$
  select now() + greatest(1000, funded_increments * increment_ms() - charged_ms - fund_ahead_ms()) * interval '1 millisecond'
$$;
