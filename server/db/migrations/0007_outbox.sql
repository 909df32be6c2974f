-- Mail to members: written in the transaction that causes it, sent after its commit, cleared once it is sent.
create table outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  member_id text not null references member (id) on delete cascade,
  recipient text not null,
  subject text not null,
  -- Null once it is sent: it may hold a link that opens an account. The demo keeps it for its operator.
  body text,
  created_at timestamptz not null,
  -- Worthless afterwards: a message that couldn't be sent by then is given up.
  expires_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- The reply code of the server that refused; never its text, which may quote the address.
  failure text,
  check (sent_at is null or given_up_at is null)
);
create index outgoing_mail_due on outgoing_mail (next_try_at) where sent_at is null and given_up_at is null;
create index outgoing_mail_created on outgoing_mail (created_at);

-- SMS to members, like outgoing_mail: written in the transaction that causes it, sent after its commit,
-- cleared once it is sent. The columns of delivery are the same, and so is the sender.
create table outgoing_sms (
  id uuid primary key,
  member_id text not null references member (id) on delete cascade,
  -- Number and text, encrypted and bound to the id. Null once it is sent; the demo keeps it for its operator.
  encrypted bytea,
  created_at timestamptz not null,
  -- Worthless afterwards: a message that couldn't be sent by then is given up.
  expires_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- The service's error code; never its text, which may quote the number.
  failure text,
  check (sent_at is null or given_up_at is null)
);
create index outgoing_sms_due on outgoing_sms (next_try_at) where sent_at is null and given_up_at is null;
create index outgoing_sms_created on outgoing_sms (created_at);
