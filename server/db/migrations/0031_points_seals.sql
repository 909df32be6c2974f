-- Each Japanese day's transfers and entries, sealed by a hash that is chained to the day before.
--
-- A day is sealed once nothing can be posted to it any more, which two rules see to:
--   1. A transfer bears the time at which its transaction began (now()), and the trigger below refuses one that bears
--      a time more than seal_lag() past. So from seal_lag() after a day's end on, nothing new is posted to the day.
--   2. What was posted before then and isn't committed yet holds a ROW EXCLUSIVE lock on `transfer` until it is.
--      Whoever seals first gets a SHARE lock on the table, for a moment, which waits for just these.
-- Neither looks at other sessions' states nor at transaction ids, so both outlive a dump and restore.

create function seal_lag() returns interval language sql immutable parallel safe as $$ select interval '10 minutes' $$;
create function japanese_day(at timestamptz) returns date language sql immutable parallel safe as
  $$ select (at at time zone 'Asia/Tokyo')::date $$;
create function day_start(day date) returns timestamptz language sql immutable parallel safe as
  $$ select day::timestamp at time zone 'Asia/Tokyo' $$;

create table day_seal (
  day date primary key,
  transfers bigint not null,
  -- The sum of their amounts.
  points bigint not null,
  -- Over the day's transfers with their entries, in the order of their ids (day_content).
  digest bytea not null,
  -- The seal of the day before; 32 zero bytes before the first.
  previous_hash bytea not null,
  hash bytea not null unique,
  sealed_at timestamptz not null default now()
);
create trigger insert_only before update or delete or truncate on day_seal
  for each statement execute function refuse_change();

-- Both tables grow at their end, in these orders: so small an index costs a payment nothing.
create index transfer_by_time on transfer using brin (created_at);
create index entry_by_transfer on entry using brin (transfer_id);

create function refuse_late_transfer() returns trigger language plpgsql as $$
begin
  -- As after a deadlock: begun anew it goes through.
  raise exception 'a transaction that began at % may post nothing any more: that day may be sealed', new.created_at
    using errcode = 'serialization_failure';
end $$;
create trigger not_late before insert on transfer
  for each row when (new.created_at < clock_timestamp() - seal_lag()) execute function refuse_late_transfer();

-- One transfer with its entries, as one hash. Columns that later versions add aren't in it.
create function sealed_leaf(t transfer, entries json) returns bytea language sql stable as $$
  select sha256(convert_to(json_build_array(
    t.id, t.idem, t.kind, t.debit, t.credit, t.amount, t.fee, t.purpose, t.reference, t.hold_id, t.reverses_id,
    (extract(epoch from t.created_at) * 1000000)::bigint, entries)::text, 'UTF8'))
$$;

create function day_content(which date) returns table (transfers bigint, points bigint, digest bytea)
language sql stable set enable_nestloop = off as $$
  with span as (
    select min(t.id) as first, max(t.id) as last from transfer t
    where t.created_at >= day_start(which) and t.created_at < day_start(which + 1)
  ), posted as (
    select e.transfer_id, json_agg(json_build_array(e.account_id, e.amount) order by e.account_id) as entries
    from entry e where e.transfer_id between (select first from span) and (select last from span)
    group by e.transfer_id
  )
  select count(*), coalesce(sum(t.amount), 0)::bigint,
    sha256(coalesce(string_agg(sealed_leaf(t, p.entries), ''::bytea order by t.id), ''::bytea))
  from transfer t left join posted p on p.transfer_id = t.id
  where t.created_at >= day_start(which) and t.created_at < day_start(which + 1)
$$;

create function seal_hash(previous bytea, day date, transfers bigint, points bigint, digest bytea) returns bytea
language sql stable as $$
  select sha256(convert_to(json_build_array(
    encode(previous, 'hex'), to_char(day, 'YYYY-MM-DD'), transfers, points, encode(digest, 'hex'))::text, 'UTF8'))
$$;

-- The earliest day without a seal, if it may be sealed at that time: the first that has transfers, then each one.
create function next_day_to_seal(at timestamptz default clock_timestamp()) returns date language sql volatile as $$
  select due.day
  from (select coalesce((select max(s.day) + 1 from day_seal s), (select japanese_day(min(t.created_at)) from transfer t)))
    due (day)
  where at >= day_start(due.day + 1) + seal_lag()
$$;

-- Seals a day, after the SHARE lock. No row when another process has done so, or when it isn't the next.
create function seal_day(which date) returns setof day_seal language plpgsql as $$
declare
  before bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('day_seal', 0));
  if next_day_to_seal() is distinct from which then return; end if;
  before := coalesce((select s.hash from day_seal s where s.day = which - 1), decode(repeat('00', 32), 'hex'));
  return query
    insert into day_seal (day, transfers, points, digest, previous_hash, hash)
    select which, c.transfers, c.points, c.digest, before, seal_hash(before, which, c.transfers, c.points, c.digest)
    from day_content(which) c
    returning *;
end $$;

-- What must always be true of the seals; empty like ledger_check.
create view seal_check as
with chain as (
  select s.*, lag(s.day) over (order by s.day) as day_before, lag(s.hash) over (order by s.day) as hash_before
  from day_seal s
)
select 'a sealed day has changed' as problem, 'day ' || to_char(s.day, 'YYYY-MM-DD') as subject
  from day_seal s cross join lateral day_content(s.day) c
  where (c.transfers, c.points, c.digest) is distinct from (s.transfers, s.points, s.digest)
union all
select 'a seal does not fit its day or the seal before', 'day ' || to_char(c.day, 'YYYY-MM-DD')
  from chain c
  where c.hash <> seal_hash(c.previous_hash, c.day, c.transfers, c.points, c.digest)
    or c.previous_hash <> coalesce(c.hash_before, decode(repeat('00', 32), 'hex'))
union all
select 'a day between sealed ones has no seal', 'day ' || to_char(c.day - 1, 'YYYY-MM-DD')
  from chain c where c.day_before <> c.day - 1
union all
select 'a transfer is older than the first seal', 'transfer ' || t.id
  from transfer t where t.created_at < (select day_start(min(s.day)) from day_seal s);
