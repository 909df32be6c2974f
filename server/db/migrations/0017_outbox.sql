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

-- SMS to members, beside outgoing_mail (0150): written with what causes them, sent once that is committed, forgotten
-- once they are sent. The columns of delivery are the same, and so is what sends them.
create table outgoing_sms (
  id uuid primary key,
  member_id text not null references member (id) on delete cascade,
  -- Number and text, sealed and bound to the id. Null once it is sent; the demo keeps it for its operator.
  sealed bytea,
  created_at timestamptz not null,
  -- Worthless afterwards: what could not be sent by then is given up.
  expires_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- The service's error code; never its words, which may quote the number.
  failure text,
  check (sent_at is null or given_up_at is null)
);
create index outgoing_sms_due on outgoing_sms (next_try_at) where sent_at is null and given_up_at is null;
create index outgoing_sms_created on outgoing_sms (created_at);
