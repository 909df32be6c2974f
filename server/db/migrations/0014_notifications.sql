-- Notifications in the app.
create table member_notice (
  id bigint generated always as identity primary key,
  member_id text not null references member (id) on delete cascade,
  kind text not null,
  -- What the kind needs for its text; contract/notifications/notifications.ts has its shape.
  details jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index member_notice_newest on member_notice (member_id, id desc);

-- What a member chose about notifications; no row: nothing was chosen.
create table notification_setting (
  member_id text primary key references member (id) on delete cascade,
  -- {"ring.push": false}: the choices; domain/notifications has the defaults.
  choices jsonb not null default '{}',
  -- {"isOn": true, "fromMinute": 1380, "toMinute": 420, "ringsPass": false}; any of them may be missing.
  quiet_hours jsonb not null default '{}'
);

-- Campaigns whose members were notified that their points can be claimed; once per campaign.
create table campaign_told (
  campaign_id text primary key references campaign (id),
  told_at timestamptz not null default now()
);
