-- When whoever uses a session last showed that the account is theirs: by signing in, or by proving it again before
-- something that an open phone in a stranger's hand must not do.
alter table session add proved_at timestamptz;
update session set proved_at = created_at;
alter table session
  alter proved_at set not null,
  alter proved_at set default now();

-- A session that goes on under another cookie keeps what belongs to it.
alter table push_address
  drop constraint push_address_session_hash_fkey,
  add constraint push_address_session_hash_fkey
    foreign key (session_hash) references session (id_hash) on delete cascade on update cascade;
