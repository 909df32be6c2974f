-- Notifications in the app.
create table member_notice (
  id bigint generated always as identity,
  member_id text not null references member (id) on delete cascade,
  kind text not null,
  -- What the kind needs for its text; contract/notifications/notifications.ts has its shape.
  details jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Who did what the row tells of; null: nobody whom the row names, such as the platform or somebody anonymous.
  actor_id text references member (id) on delete cascade,
  -- Unread rows of one kind with the same key become one row.
  group_key text,
  -- A push waits to be sent (server/push/actions/push-notifications.ts).
  push_due boolean not null default false,
  -- No index on the id alone: the newest rows of a member would be looked for among everybody's.
  primary key (member_id, id)
);
create index member_notice_actor on member_notice (actor_id) where actor_id is not null;
create index member_notice_unread on member_notice (member_id, id desc) where read_at is null;
create index member_notice_group on member_notice (member_id, kind, group_key)
  where read_at is null and group_key is not null;
create index member_notice_push on member_notice (id) where push_due;
create index member_notice_age on member_notice (created_at);

-- What a member was notified of: the same thing is never added again, even after its row was merged into another one.
create table member_notice_once (
  member_id text not null references member (id) on delete cascade,
  kind text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  primary key (member_id, kind, subject)
);
create index member_notice_once_age on member_notice_once (created_at);

-- What a member chose about notifications; no row: nothing was chosen.
create table notification_setting (
  member_id text primary key references member (id) on delete cascade,
  -- {"ring.push": false}: the choices; domain/notifications has the defaults.
  choices jsonb not null default '{}',
  -- {"isOn": true, "fromMinute": 1380, "toMinute": 420, "ringsPass": false}; any of them may be missing.
  quiet_hours jsonb not null default '{}'
);

-- Campaigns whose members were notified that their points can be claimed; once per campaign.
create table campaign_announced (
  campaign_id text primary key references campaign (id),
  announced_at timestamptz not null default now()
);
