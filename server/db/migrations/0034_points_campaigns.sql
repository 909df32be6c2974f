-- Point-back campaigns: a part of the paid points a member spent in calls during a period comes back as a free lot,
-- once a member, when he asks for it after the period.
create table campaign (
  id text primary key check (id ~ '^[a-z0-9-]{1,64}$'),
  -- As members read it.
  name text not null check (name <> ''),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Not before everything of the period is posted (seal_lag).
  claims_from timestamptz not null,
  claims_until timestamptz not null,
  percent int not null check (percent between 1 and 100),
  cap_points bigint not null check (cap_points > 0),
  valid_days int not null default 180 check (valid_days between 1 and 180),
  created_at timestamptz not null default now(),
  check (starts_at < ends_at and ends_at + interval '10 minutes' <= claims_from and claims_from < claims_until)
);

-- Who had how much of which campaign: the key lets nobody have it twice.
create table campaign_grant (
  campaign_id text not null references campaign (id),
  member_id text not null references member (id),
  -- The command that got it; its retry is answered the same again.
  request_id text not null,
  points bigint not null check (points > 0),
  transfer_id bigint not null unique,
  granted_at timestamptz not null default now(),
  primary key (campaign_id, member_id)
);

-- Paid points a member spent in calls from one instant up to another, less what was returned of them since.
create function paid_points_in_calls(member text, since timestamptz, until timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(u.amount - u.refunded), 0)::bigint
  from account a
  join entry e on e.account_id = a.id
  join transfer t on t.id = e.transfer_id and t.kind = 'capture' and t.purpose = 'call'
    and t.debit = a.id and t.created_at >= since and t.created_at < until
  join lot_use u on u.transfer_id = t.id
  join lot l on l.id = u.lot_id and l.kind = 'paid'
  where a.kind = 'wallet' and a.owner_id = member
$$;
