-- Callers who wait for a random partner, one place each. A place whose page no longer asks, or whose call is there, is
-- nobody's: the first is told by `asked_at`, the second by the call of that id.
create table random_place (
  caller_id text primary key references member (id) on delete cascade,
  -- Client-made; becomes the id of the call.
  call_id uuid not null,
  since timestamptz not null default now(),
  asked_at timestamptz not null default now()
) with (fillfactor = 50);

-- His last partners, and the matches of the last minutes.
create index call_random_caller on call (caller_id, requested_at desc) where origin = 'random';
create index call_random_recent on call (requested_at) where origin = 'random';
