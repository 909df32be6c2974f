-- Whoever registers declares to be 18 or older (product.md 1): which sentence stood there, and when. Those who
-- registered before declared it as they did.
alter table member
  add age_declaration_version text,
  add age_declared_at timestamptz,
  add constraint member_age_declaration check ((age_declaration_version is null) = (age_declared_at is null));
update member set age_declaration_version = '2026-11-01', age_declared_at = created_at
where device_key is not null;

-- Registrations to be told to the campaign's host (product.md 8), once that is configured. Nothing here names the
-- member to it: the id is this row's own.
create table conversion_postback (
  id uuid primary key default gen_random_uuid(),
  member_id text not null references member (id) on delete cascade,
  campaign_code text not null,
  analytics_client_id text,
  registered_at timestamptz not null,
  tries int not null default 0,
  next_try_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- A status or an error code.
  failure text,
  check (sent_at is null or given_up_at is null)
);
create index conversion_postback_due on conversion_postback (next_try_at)
  where sent_at is null and given_up_at is null;
create index conversion_postback_member on conversion_postback (member_id);
