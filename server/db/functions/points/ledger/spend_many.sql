-- Makes many payments in one transaction, with one result per payment, in order. A payee of null is the
-- platform. What a batch writes to a table goes there in one piece, which costs a fraction of one statement
-- per payment (docs/decisions/0010-ledger-figures.md).
create or replace function spend_many(
  keys text[], payers text[], payees text[], amounts bigint[], platform_parts bigint[], whys text[], abouts text[]
) returns table (status text, transfer_id bigint, available bigint) language plpgsql
-- One plan for the life of a connection, and a good one however full the tables were when it was made: every
-- row is found by an index.
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
        -- A payment to the platform has no separate part for the platform.
        array_agg(case when r.credit = platform_account() then 0 else r.platform_part end order by r.n)
      into wallets, credits, parts
      from (
        select x.n, x.platform_part,
          (select a.id from account a where a.kind = 'wallet' and a.owner_id = x.payer) as wallet,
          case when x.payee is null then platform_account()
            else (select a.id from account a where a.kind = 'earnings' and a.owner_id = x.payee) end as credit
        from unnest(payers, payees, platform_parts) with ordinality x (payer, payee, platform_part, n)
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
  -- The lock order puts payees after wallets. They are locked late because other batches wait for their rows.
  perform lock_accounts(credits);
  update account a set balance = a.balance + s.earned
    from (
      select p.credit, sum(p.points - p.platform_part)::bigint as earned
      from unnest(plain.transfer_ids, credits, amounts, parts) p (id, credit, points, platform_part)
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
