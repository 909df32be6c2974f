-- What broadcasters earn. Nothing here repeats an amount of the ledger: her share of a payment is split over the
-- lots it was paid from, and such a part is what becomes payable, is frozen, paid out or taken back.

-- domain/points/earnings.ts holds the same figure; a test compares them.
create function payable_after() returns interval language sql immutable parallel safe as
  $$ select interval '7 days' $$;

-- Keeps what was earned from a disputed purchase from being paid out.
create table earning_freeze (
  id bigint generated always as identity primary key,
  -- The dispute's own id.
  reference text not null unique,
  state text not null default 'open' check (state in ('open', 'lifted', 'takenBack')),
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null))
);
create table earning_freeze_lot (
  freeze_id bigint not null references earning_freeze (id),
  lot_id bigint not null,
  primary key (lot_id, freeze_id)
);

create table payout (
  -- Client-made.
  id uuid primary key,
  account_id bigint not null references account (id),
  points bigint not null check (points > 0),
  state text not null default 'requested' check (state in ('requested', 'approved', 'paid', 'refused')),
  hold_id bigint not null unique references hold (id),
  -- Where it goes, sealed, as it was when she asked.
  bank_sealed bytea not null,
  refused_because text,
  requested_at timestamptz not null default now(),
  approved_at timestamptz,
  decided_at timestamptz,
  check ((state in ('paid', 'refused')) = (decided_at is not null)),
  check ((state = 'refused') = (refused_because is not null)),
  check (state <> 'approved' or approved_at is not null)
);
-- One open request a member, whatever two taps or devices do.
create unique index payout_open on payout (account_id) where state in ('requested', 'approved');
create index payout_state on payout (state, requested_at);

-- What a payout is made of. Negative: what was paid out before and has been returned since.
create table payout_part (
  payout_id uuid not null references payout (id),
  payment_id bigint not null,
  lot_id bigint not null,
  points bigint not null check (points <> 0),
  primary key (payment_id, lot_id, payout_id)
);
create index payout_part_payout on payout_part (payout_id);

-- What a lost dispute took back.
create table clawback_part (
  freeze_id bigint not null references earning_freeze (id),
  payment_id bigint not null,
  lot_id bigint not null,
  points bigint not null check (points > 0),
  primary key (payment_id, lot_id, freeze_id)
);

create index lot_paid on lot (account_id) where kind = 'paid';

-- When a member first bought points that nobody disputes; null before. Paid lots come from captured payments alone.
create function first_purchase_at(wallet bigint) returns timestamptz language sql stable as $$
  select min(t.created_at) from lot l join transfer t on t.id = l.grant_transfer_id
  where l.account_id = wallet and l.kind = 'paid' and not exists (
    select 1 from earning_freeze_lot x join earning_freeze f on f.id = x.freeze_id
    where x.lot_id = l.id and f.state <> 'lifted')
$$;

-- One row for every lot that a payment to this account was paid from.
create function earning_parts(earnings bigint)
returns table (
  payment_id bigint, lot_id bigint, kind lot_kind, call_id text, purpose text, earned_at timestamptz,
  -- What the payment took from the lot, less what she gave back of it, and her share of that.
  points bigint, earned bigint,
  -- Null: not before its payer buys points.
  payable_at timestamptz,
  is_frozen boolean,
  -- Of earned: what is in an open request, was paid out, was taken back; and what is left, negative when more was
  -- paid out than she keeps.
  requested bigint, paid bigint, taken bigint, rest bigint
) language sql stable as $$
  with payment as materialized (
    select t.id, t.debit, t.purpose, t.created_at,
      t.amount - t.fee - coalesce((
        select sum(r.amount - r.fee) from transfer r where r.reverses_id = t.id and r.debit = earnings
      ), 0)::bigint as share
    from entry e join transfer t on t.id = e.transfer_id
    where e.account_id = earnings and t.credit = earnings and t.kind in ('spend', 'capture')
  ), payer as materialized (
    select w.debit, first_purchase_at(w.debit) as bought_at from (select distinct p.debit from payment p) w
  ), used as (
    select p.id, u.lot_id, l.kind, p.debit, p.purpose, p.created_at, p.share,
      u.amount - coalesce((
        select sum(x.amount) from transfer r join lot_return x on x.transfer_id = r.id and x.lot_id = u.lot_id
        where r.reverses_id = p.id and r.debit = earnings
      ), 0)::bigint as points
    from payment p join lot_use u on u.transfer_id = p.id join lot l on l.id = u.lot_id
  ), split as (
    select u.*, (sum(u.points) over up_to_here)::bigint as up_to, (sum(u.points) over (partition by u.id))::bigint as total
    from used u
    window up_to_here as (partition by u.id order by u.kind, u.lot_id rows unbounded preceding)
  ), part as (
    -- Floored cumulatively, free lots first (domain/points/share.ts).
    select s.*, case when s.total = 0 then 0
      else s.share * s.up_to / s.total - s.share * (s.up_to - s.points) / s.total end as earned
    from split s
  )
  select p.id, p.lot_id, p.kind, c.call_id, p.purpose, p.created_at, p.points, p.earned,
    case p.kind when 'paid' then p.created_at else greatest(p.created_at, y.bought_at) end
      + case when p.kind = 'paid' or y.bought_at is not null then payable_after() end,
    exists (select 1 from earning_freeze_lot x join earning_freeze f on f.id = x.freeze_id
      where x.lot_id = p.lot_id and f.state = 'open'),
    o.requested, o.paid, k.taken, p.earned - o.requested - o.paid - k.taken
  from part p
  join payer y on y.debit = p.debit
  left join meter_charge c on c.transfer_id = p.id
  cross join lateral (
    select coalesce(sum(x.points) filter (where b.state in ('requested', 'approved')), 0)::bigint as requested,
      coalesce(sum(x.points) filter (where b.state = 'paid'), 0)::bigint as paid
    from payout_part x join payout b on b.id = x.payout_id where x.payment_id = p.id and x.lot_id = p.lot_id
  ) o
  cross join lateral (
    select coalesce(sum(x.points), 0)::bigint as taken
    from clawback_part x where x.payment_id = p.id and x.lot_id = p.lot_id
  ) k
$$;

-- Each part's points by their state. They sum to the earnings account less its debt.
create function earning_states(earnings bigint)
returns table (
  payment_id bigint, lot_id bigint, kind lot_kind, call_id text, purpose text, earned_at timestamptz,
  points bigint, earned bigint, payable_at timestamptz,
  pending bigint, payable bigint, frozen bigint, requested bigint, paid bigint, taken bigint, owed bigint
) language sql stable as $$
  select p.payment_id, p.lot_id, p.kind, p.call_id, p.purpose, p.earned_at, p.points, p.earned, p.payable_at,
    case when p.rest > 0 and not p.is_frozen and (p.payable_at <= now()) is not true then p.rest else 0 end,
    case when p.rest > 0 and not p.is_frozen and p.payable_at <= now() then p.rest else 0 end,
    case when p.rest > 0 and p.is_frozen then p.rest else 0 end,
    p.requested, p.paid, p.taken, greatest(-p.rest, 0)
  from earning_parts(earnings) p
$$;

create function earning_totals(earnings bigint)
returns table (
  pending bigint, payable bigint, frozen bigint, requested bigint, paid bigint, owed bigint, next_payable_at timestamptz
) language sql stable as $$
  select coalesce(sum(s.pending), 0)::bigint, coalesce(sum(s.payable), 0)::bigint, coalesce(sum(s.frozen), 0)::bigint,
    coalesce(sum(s.requested), 0)::bigint, coalesce(sum(s.paid), 0)::bigint, coalesce(sum(s.owed), 0)::bigint,
    min(s.payable_at) filter (where s.pending > 0)
  from earning_states(earnings) s
$$;

-- One line a call or payment earned since from_at and before to_at, newest first; its id grows with time.
create function earning_lines(earnings bigint, from_at timestamptz, to_at timestamptz, before_id bigint, max_lines int)
returns table (
  id bigint, call_id text, purpose text, earned_at timestamptz, charged_ms bigint,
  free_points bigint, paid_points bigint, earned bigint, pending bigint, payable bigint, frozen bigint, requested bigint,
  paid bigint, taken bigint, waits_for_purchase boolean, payable_at timestamptz
) language sql stable as $$
  select min(s.payment_id), s.call_id, min(s.purpose), min(s.earned_at), max(m.charged_ms),
    coalesce(sum(s.points) filter (where s.kind = 'free'), 0)::bigint,
    coalesce(sum(s.points) filter (where s.kind = 'paid'), 0)::bigint,
    sum(s.earned)::bigint, sum(s.pending)::bigint, sum(s.payable)::bigint, sum(s.frozen)::bigint,
    sum(s.requested)::bigint, sum(s.paid)::bigint, sum(s.taken)::bigint,
    bool_or(s.pending > 0 and s.payable_at is null), max(s.payable_at) filter (where s.pending > 0)
  from earning_states(earnings) s
  left join meter m on m.call_id = s.call_id
  where s.earned_at >= from_at and s.earned_at < to_at
  group by s.call_id, case when s.call_id is null then s.payment_id end
  having min(s.payment_id) < before_id
  order by 1 desc
  limit max_lines
$$;

-- The movements of the account itself from from_at until to_at; opening + earned - the others = closing. debt is what
-- she owed beyond it at to_at.
create function earning_statement(earnings bigint, from_at timestamptz, to_at timestamptz)
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
