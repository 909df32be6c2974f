-- Who wants nothing to do with whom (product.md 8).
create table member_block (
  member_id text not null references member (id) on delete cascade,
  partner_id text not null references member (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, partner_id),
  check (member_id <> partner_id)
);
create index member_block_partner on member_block (partner_id, member_id);

-- A block holds both ways: for every other area's `not exists`. A pair that blocks each other stands twice.
create view blocked_pair as
select member_id, partner_id from member_block
union all
select partner_id, member_id from member_block;
