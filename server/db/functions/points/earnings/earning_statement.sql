-- The movements of the account from from_at until to_at; opening + earned - the others = closing. debt is
-- what the broadcaster owed beyond that at to_at.
create or replace function earning_statement(earnings bigint, from_at timestamptz, to_at timestamptz)
returns table (
  opening bigint, earned bigint, returned bigint, taken bigint, settled bigint, paid_out bigint, closing bigint, debt bigint
) language sql stable as $$
  with movement as (
    select e.amount, t.kind, t.created_at >= from_at as is_within
    from entry e join transfer t on t.id = e.transfer_id
    where e.account_id = earnings and t.created_at < to_at
  ), owed as (
    select e.amount from account a
    join account d on d.kind = 'debt' and d.owner_id = a.owner_id
    join entry e on e.account_id = d.id
    join transfer t on t.id = e.transfer_id
    where a.id = earnings and t.created_at < to_at and t.kind in ('refund', 'clawback', 'settlement')
  )
  select coalesce(sum(m.amount) filter (where not m.is_within), 0)::bigint,
    coalesce(sum(m.amount) filter (where m.is_within and m.kind in ('spend', 'capture')), 0)::bigint,
    coalesce(-sum(m.amount) filter (where m.is_within and m.kind = 'refund'), 0)::bigint,
    coalesce(-sum(m.amount) filter (where m.is_within and m.kind = 'clawback'), 0)::bigint,
    coalesce(-sum(m.amount) filter (where m.is_within and m.kind = 'settlement'), 0)::bigint,
    coalesce(-sum(m.amount) filter (where m.is_within and m.kind = 'payout'), 0)::bigint,
    coalesce(sum(m.amount), 0)::bigint,
    coalesce((select -sum(o.amount) from owed o), 0)::bigint
  from movement m
$$;
