-- A block is named by an id of its own, where the viewer never learns the blocked member's.
alter table member_block add column id uuid not null default gen_random_uuid();
create unique index member_block_id on member_block (id);
