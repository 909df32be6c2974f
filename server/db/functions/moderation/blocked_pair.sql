-- Every pair with a block between them, in both directions, for the `not exists` of other areas' queries. A
-- pair that blocks each other appears twice. is_own: member_id has set the block.
create or replace view blocked_pair as
select member_id, partner_id, true as is_own from member_block
union all
select partner_id, member_id, false from member_block;
