-- A block holds both ways: for every other area's `not exists`. A pair that blocks each other stands twice.
create or replace view blocked_pair as
select member_id, partner_id from member_block
union all
select partner_id, member_id from member_block;
