create or replace view ledger_check as
select problem, subject from ledger_earned_check
union all
select problem, subject from ledger_outstanding_check
union all
select problem, subject from ledger_market_check;
