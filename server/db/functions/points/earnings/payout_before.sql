-- What exists before a request: itself (duplicate), another member's with its id (mismatch), or another open
-- one (open, without points). No row otherwise.
create or replace function payout_before(request uuid, earnings bigint)
returns table (status text, points bigint) language sql stable as $$
  select case when b.id <> request then 'open' when b.account_id = earnings then 'duplicate' else 'mismatch' end,
    case when b.id = request then b.points end
  from payout b
  where b.id = request or (b.account_id = earnings and b.state in ('requested', 'approved'))
  order by b.id = request desc
  limit 1
$$;
