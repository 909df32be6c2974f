-- Who is here, by node: a member is here while one of these leases runs, whichever nodes' pages he has open. Each node
-- writes its own rows, so that no count goes wrong when one of them dies. Rows whose lease is over are deleted by
-- whichever node sees it first, which tells the others.
alter table presence rename to presence_before;
create table presence (
  member_id text not null references member (id) on delete cascade,
  node_id uuid not null,
  here_until timestamptz not null,
  -- A page of the member has its socket at this node.
  is_open boolean not null,
  primary key (member_id, node_id)
) with (fillfactor = 50);

-- She wants to stand as 待機中 without an open page, as long as a push reaches her (product.md 3, Standby).
alter table broadcaster add column push_standby boolean not null default false;

create or replace view member_state as
select
  b.member_id,
  b.standby_since,
  case
    when s.call_id is not null then 'inCall'
    when b.standby_since is not null and (
      b.answers_by_herself
      or exists (select from presence p where p.member_id = b.member_id and p.here_until > now())
    ) then 'standby'
    else 'offline'
  end as state
from broadcaster b
left join call_seat s on s.member_id = b.member_id;

drop table presence_before;
