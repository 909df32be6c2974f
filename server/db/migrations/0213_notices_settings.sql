-- What a member has chosen about being told of things; whoever has no row never chose.
create table notification_setting (
  member_id text primary key references member (id) on delete cascade,
  -- {"ring.push": false}: what was chosen; the rest is as domain/notices has it for everybody.
  choices jsonb not null default '{}',
  -- {"isOn": true, "fromMinute": 1380, "toMinute": 420, "ringsPass": false}, any of them missing.
  quiet_hours jsonb not null default '{}'
);
