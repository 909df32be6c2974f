-- What a member is told in the app.
create table member_notice (
  id bigint generated always as identity primary key,
  member_id text not null references member (id) on delete cascade,
  kind text not null,
  -- What the kind needs to say it; its shape is in contract/notifications/notifications.ts.
  details jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index member_notice_newest on member_notice (member_id, id desc);

-- What a member has chosen about being told of things; whoever has no row never chose.
create table notification_setting (
  member_id text primary key references member (id) on delete cascade,
  -- {"ring.push": false}: what was chosen; the rest is as domain/notices has it for everybody.
  choices jsonb not null default '{}',
  -- {"isOn": true, "fromMinute": 1380, "toMinute": 420, "ringsPass": false}, any of them missing.
  quiet_hours jsonb not null default '{}'
);

-- Campaigns whose members were told that their points can be had; once a campaign.
create table campaign_told (
  campaign_id text primary key references campaign (id),
  told_at timestamptz not null default now()
);
