create or replace view ledger_earned_check as
select problem, subject from ledger_points_check
union all
select problem, subject from ledger_earnings_check
union all
select problem, subject from ledger_refund_check;
