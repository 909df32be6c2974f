-- Which node has a call's media room.
alter table call add column node_id uuid references node (id);
create index call_in_room on call (node_id) where phase in ('accepted', 'connecting', 'inCall');

-- Calls that the demo's participants have answered: after a restart they go on with these and with no others.
create table demo_answer (
  call_id uuid primary key references call (id) on delete cascade
);
