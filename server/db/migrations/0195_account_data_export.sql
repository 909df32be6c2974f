-- What members asked for of their own data: one zip each, the newest.
create table data_export (
  member_id text primary key references member (id) on delete cascade,
  -- Names the file; a new one each try, as a key of the storage names the same bytes for good.
  file_id uuid,
  requested_at timestamptz not null,
  tries int not null default 0,
  ready_at timestamptz,
  failed_at timestamptz,
  bytes bigint,
  -- From then on it isn't there for anybody, and a job deletes the file and the row.
  expires_at timestamptz,
  check (ready_at is null or failed_at is null),
  check ((ready_at is null) or (file_id is not null and bytes is not null and expires_at is not null))
);
create index data_export_waiting on data_export (requested_at) where ready_at is null and failed_at is null;
create index data_export_expiry on data_export (expires_at) where expires_at is not null;
