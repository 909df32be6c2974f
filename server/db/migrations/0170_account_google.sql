-- Accounts at Google that open a member's account. What Google signed is read once and never kept.
create table google_account (
  member_id text primary key references member (id) on delete cascade,
  -- Both together name the account for good (OpenID Connect Core 5.7); a mail address doesn't.
  issuer text not null check (issuer <> ''),
  subject text not null check (char_length(subject) between 1 and 255),
  -- As the issuer had verified it when the account was linked: for its owner to know it by, never to find anybody by.
  mail text,
  linked_at timestamptz not null,
  unique (issuer, subject)
);
