create or replace view ledger_points_check as
select problem, subject from ledger_movement_check
union all
select problem, subject from ledger_order_check;
