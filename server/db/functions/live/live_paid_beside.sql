-- What was paid in a visit or a live call beside its meter: a row for each in which anything was. The broadcaster, who
-- knows whose it was, reads nothing of orders without a name: `named` and `earned` are of the other payments.
create or replace view live_paid_beside as
select t.reference as call_id, sum(t.amount)::bigint as points,
  count(*) filter (where o.is_anonymous is not true)::int as named,
  coalesce(sum(t.amount - t.fee) filter (where o.is_anonymous is not true), 0)::bigint as earned
from transfer t left join live_menu_order o on o.hold_id = t.hold_id
where t.purpose in ('liveComment', 'livePresent', 'liveMenu') and t.kind in ('spend', 'capture')
group by t.reference;
