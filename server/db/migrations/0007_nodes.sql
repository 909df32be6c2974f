-- Processes of the app on this database, and whose media room a call is in.

create table node (
  -- One a data folder: whoever holds the folder is this node.
  id uuid primary key,
  -- Where the other nodes reach it; null until its doors are open.
  url text,
  -- Of the signing secret, which all nodes share; tells nothing about it.
  secret_print text not null,
  beat_at timestamptz not null default clock_timestamp(),
  -- It said goodbye: nobody has to wait for its beats to stay away.
  has_left boolean not null default false
);

alter table call add column node_id uuid references node (id);
create index call_in_room on call (node_id) where phase in ('accepted', 'connecting', 'inCall');

-- Calls that the demo's participants have answered: after a restart they go on with these and with no others.
create table demo_answer (
  call_id uuid primary key references call (id) on delete cascade
);
