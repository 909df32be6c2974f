-- Processes of the app on this database.
create table node (
  -- One a data folder: whoever holds the folder is this node.
  id uuid primary key,
  -- Where the other nodes reach it; null until its doors are open.
  url text,
  -- Of the signing secret, which all nodes share; tells nothing about it.
  secret_print text not null,
  beat_at timestamptz not null default clock_timestamp(),
  -- It said goodbye: nobody has to wait for its beats to stay away.
  has_left boolean not null default false,
  -- A node is a data folder and outlives its processes; this is the process that it is now. Null until a process of this
  -- version has started.
  process_id uuid
);
