-- The newest errors of members' browsers, where no collector is configured (product.md 10.2). No row names a
-- member.
create table client_error (
  id bigint generated always as identity primary key,
  received_at timestamptz not null,
  type text not null,
  message text not null,
  place text not null,
  frames text[] not null,
  device text not null
);
