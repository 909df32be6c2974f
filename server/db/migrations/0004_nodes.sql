-- Processes of the app on this database.
create table node (
  -- One per data folder: the process that holds the folder is this node.
  id uuid primary key,
  -- Where the other nodes reach it; null until it listens.
  url text,
  -- A fingerprint of the signing secret, which all nodes share; it reveals nothing about the secret.
  secret_print text not null,
  beat_at timestamptz not null default clock_timestamp(),
  -- The node shut down in order, so that the others needn't wait for its heartbeats to stop.
  has_left boolean not null default false,
  -- A node is a data folder and outlives its processes; this is its present process. Null until it starts.
  process_id uuid
);
