-- Callers who asked to be notified once when a broadcaster is on standby (product.md 3.22). A row is an open
-- request: it goes when it is answered, cancelled or over.
create table availability_request (
  caller_id text not null references member (id) on delete cascade,
  broadcaster_id text not null references member (id) on delete cascade,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (caller_id, broadcaster_id),
  check (caller_id <> broadcaster_id)
);
create index availability_request_broadcaster on availability_request (broadcaster_id, requested_at);
create index availability_request_expires on availability_request (expires_at);
