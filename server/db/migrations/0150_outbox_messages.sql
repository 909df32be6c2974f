-- Mail to members: written with what causes it, sent once that is committed, forgotten once it is sent.

create table outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  member_id text not null references member (id) on delete cascade,
  recipient text not null,
  subject text not null,
  -- Null once it is sent: it may hold a link that opens an account. The demo keeps it for its operator.
  body text,
  created_at timestamptz not null,
  -- Worthless afterwards: what could not be sent by then is given up.
  expires_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- The reply code of the server that refused; never its words, which may quote the address.
  failure text,
  check (sent_at is null or given_up_at is null)
);
create index outgoing_mail_due on outgoing_mail (next_try_at) where sent_at is null and given_up_at is null;
create index outgoing_mail_created on outgoing_mail (created_at);
