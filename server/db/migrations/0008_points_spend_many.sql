-- Many payments at once, without a statement for each: what a batch writes to a table goes there in one piece. A
-- payment costs a fraction of what it did one by one (docs/decisions/0010-ledger-figures.md).

-- Takes the payments of plain wallets out of them: every key is new, nothing is overdue, and the points last for all
-- that the batch wants of that wallet. The wallets are locked; crediting the payees is the caller's. The n-th result
-- is the n-th payment's; null where it wasn't plain, to be decided by spend_locked. That those come later makes no
-- difference, as payments of different wallets don't touch each other.
create function spend_plain(
  keys text[], wallets bigint[], credits bigint[], amounts bigint[], house_parts bigint[], whys text[], abouts text[],
  out transfer_ids bigint[], out availables bigint[]
) language plpgsql as $$
declare
  damaged bigint;
begin
  with asked as (
    select p.*, (a.balance - a.held)::bigint as available,
      (sum(p.points) over (by_wallet order by p.n))::bigint as up_to,
      row_number() over (by_wallet order by p.n desc) = 1 as is_last,
      sum(p.points) over by_wallet <= a.balance - a.held
        and (a.next_expiry_at > now()) is not false
        and not bool_or(p.is_repeat) over by_wallet as is_plain
    from (
      select x.*, count(*) over (partition by x.key) > 1
        or exists (select 1 from transfer t where t.idem = x.key) as is_repeat
      from unnest(keys, wallets, credits, amounts, house_parts, whys, abouts)
        with ordinality x (key, wallet, credit, points, house_part, why, about, n)
    ) p
    left join account a on a.id = p.wallet
    window by_wallet as (partition by p.wallet)
  ), answer as materialized (
    select x.*, case when x.is_plain then nextval('transfer_id_seq') end as id from asked x
  ), payment as materialized (
    select * from answer x where x.id is not null
  ), posted as (
    insert into transfer (id, idem, kind, debit, credit, amount, fee, purpose, reference)
      overriding system value
      select p.id, p.key, 'spend', p.wallet, p.credit, p.points, p.house_part, p.why, p.about from payment p
  ), entered as (
    insert into entry (account_id, transfer_id, amount)
      select l.account_id, p.id, l.amount
      from payment p
      cross join lateral (values
        (p.wallet, -p.points), (p.credit, p.points - p.house_part), (house_account(), p.house_part)
      ) l (account_id, amount)
      where l.amount <> 0
  ), paid as (
    update account a set balance = a.balance - p.up_to from payment p where p.is_last and a.id = p.wallet
  ), taken as materialized (
    -- The wallet's points and its payments lie side by side on one line; a payment takes from the lots beside it.
    select p.id as transfer_id, p.wallet, p.points, l.id as lot_id,
      least(p.up_to, l.up_to) - greatest(p.up_to - p.points, l.up_to - l.remaining) as amount
    from payment p
    left join lateral (
      select o.id, o.remaining, (sum(o.remaining) over (order by o.kind, o.expires_at, o.id))::bigint as up_to
      from lot o where o.account_id = p.wallet and not o.closed and o.expires_at > now()
    ) l on l.up_to > p.up_to - p.points and l.up_to - l.remaining < p.up_to
  ), used as (
    insert into lot_use (transfer_id, lot_id, amount)
      select t.transfer_id, t.lot_id, t.amount from taken t where t.amount is not null
  ), emptied as (
    update lot o set remaining = o.remaining - s.amount
      from (select t.lot_id, sum(t.amount)::bigint as amount from taken t group by t.lot_id) s
      where o.id = s.lot_id
  )
  select array_agg(x.id order by x.n), array_agg(x.available - x.up_to order by x.n),
    (select t.wallet from taken t group by t.transfer_id, t.wallet, t.points
      having coalesce(sum(t.amount), 0) <> t.points limit 1)
    into transfer_ids, availables, damaged
    from answer x;
  if damaged is not null then
    raise exception 'the lots of account % are short of its balance', damaged using errcode = 'data_corrupted';
  end if;
end $$;

-- As before: many payments in one transaction, one result a payment, in order. A payee of null is the house.
create or replace function spend_many(
  keys text[], payers text[], payees text[], amounts bigint[], house_parts bigint[], whys text[], abouts text[]
) returns table (status text, transfer_id bigint, available bigint) language plpgsql
-- One plan for the life of a connection, and a good one however full the tables were when it was made: every row is
-- looked up by an index.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
declare
  wallets bigint[];
  credits bigint[];
  parts bigint[];
  plain record;
begin
  loop
    select array_agg(r.wallet order by r.n), array_agg(r.credit order by r.n),
        -- What goes to the house anyway has no part of its own for the house.
        array_agg(case when r.credit = house_account() then 0 else r.house_part end order by r.n)
      into wallets, credits, parts
      from (
        select x.n, x.house_part,
          (select a.id from account a where a.kind = 'wallet' and a.owner_id = x.payer) as wallet,
          case when x.payee is null then house_account()
            else (select a.id from account a where a.kind = 'earnings' and a.owner_id = x.payee) end as credit
        from unnest(payers, payees, house_parts) with ordinality x (payer, payee, house_part, n)
      ) r;
    exit when array_position(credits, null) is null;
    insert into account (kind, owner_id)
      select distinct 'earnings'::account_kind, p.payee from unnest(payees) p (payee)
      where p.payee is not null
        and not exists (select 1 from account a where a.kind = 'earnings' and a.owner_id = p.payee)
      order by p.payee
      on conflict do nothing;
  end loop;

  perform lock_accounts(wallets);
  plain := spend_plain(keys, wallets, credits, amounts, parts, whys, abouts);
  -- Payees come after wallets in the order of locks, and late: theirs are the rows that other batches wait for.
  perform lock_accounts(credits);
  update account a set balance = a.balance + s.earned
    from (
      select p.credit, sum(p.points - p.house_part)::bigint as earned
      from unnest(plain.transfer_ids, credits, amounts, parts) p (id, credit, points, house_part)
      where p.id is not null group by p.credit
    ) s
    where a.id = s.credit and a.owner_id is not null;

  for i in 1 .. cardinality(keys) loop
    if plain.transfer_ids[i] is null then
      return query select * from spend_locked(keys[i], wallets[i], credits[i], amounts[i], parts[i], whys[i], abouts[i]);
    else
      status := 'done';
      transfer_id := plain.transfer_ids[i];
      available := plain.availables[i];
      return next;
    end if;
  end loop;
end $$;
