-- What a call returned by point-back. Refunds for other reasons don't count.
create or replace function point_back_result(call text)
returns table (points bigint, free_points bigint, paid_points bigint, taken_back_points bigint) language sql stable as $$
  with back as (
    select r.* from meter_charge c join transfer r on r.reverses_id = c.transfer_id and r.purpose = 'pointBack'
    where c.call_id = call
  ), lots as (
    select sum(x.amount) filter (where l.kind = 'free') as free, sum(x.amount) filter (where l.kind = 'paid') as paid
    from back b join lot_return x on x.transfer_id = b.id join lot l on l.id = x.lot_id
  )
  select coalesce(sum(b.amount), 0)::bigint, coalesce(max(l.free), 0)::bigint, coalesce(max(l.paid), 0)::bigint,
    coalesce(sum(b.amount - b.fee) filter (where b.debit <> platform_account()), 0)::bigint
  from lots l left join back b on true
$$;
