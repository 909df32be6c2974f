-- Makes the payments of plain wallets: every key is new, nothing is overdue, and the points suffice for
-- everything that the batch takes from that wallet. The wallets are locked; the calling function credits the
-- payees. The n-th result belongs to the n-th payment; null where it wasn't plain and spend_locked has to
-- decide. Deciding those later makes no difference, because payments of different wallets don't affect each
-- other.
create or replace function spend_plain(
  keys text[], wallets bigint[], credits bigint[], amounts bigint[], platform_parts bigint[], whys text[], abouts text[],
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
      from unnest(keys, wallets, credits, amounts, platform_parts, whys, abouts)
        with ordinality x (key, wallet, credit, points, platform_part, why, about, n)
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
      select p.id, p.key, 'spend', p.wallet, p.credit, p.points, p.platform_part, p.why, p.about from payment p
  ), entered as (
    insert into entry (account_id, transfer_id, amount)
      select l.account_id, p.id, l.amount
      from payment p
      cross join lateral (values
        (p.wallet, -p.points), (p.credit, p.points - p.platform_part), (platform_account(), p.platform_part)
      ) l (account_id, amount)
      where l.amount <> 0
  ), paid as (
    update account a set balance = a.balance - p.up_to from payment p where p.is_last and a.id = p.wallet
  ), taken as materialized (
    -- The wallet's points and its payments lie side by side on one line; a payment uses the lots beside it.
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
