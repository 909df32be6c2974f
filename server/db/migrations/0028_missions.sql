-- Missions: points for what a member does (product.md 15). Progress is read from what the areas store; a row here is a
-- bonus that was received.
create table mission (
  id text primary key,
  kind text not null check (kind in ('onboarding', 'daily', 'streak')),
  -- What counts (domain/missions/mission.ts).
  event text not null check (event in ('profile', 'favourite', 'chat', 'call', 'phone', 'push', 'board', 'checkIn')),
  title text not null,
  target int not null check (target > 0),
  points int not null check (points between 1 and 1000),
  position int not null,
  is_open boolean not null default true
);
-- The onboarding missions come to 500 points (product.md 6.5).
insert into mission (id, kind, event, title, target, points, position) values
  ('profile', 'onboarding', 'profile', 'プロフィールを書く', 1, 50, 1),
  ('favourite', 'onboarding', 'favourite', 'お気に入りに追加する', 1, 50, 2),
  ('first-chat', 'onboarding', 'chat', 'はじめてのメッセージを送る', 1, 50, 3),
  ('push', 'onboarding', 'push', 'プッシュ通知を受け取る', 1, 100, 4),
  ('phone', 'onboarding', 'phone', '電話番号を確認する', 1, 100, 5),
  ('first-call', 'onboarding', 'call', 'はじめて1分以上話す', 1, 150, 6),
  ('check-in', 'daily', 'checkIn', '今日もチェックイン', 1, 2, 1),
  ('daily-call', 'daily', 'call', '今日、1分以上話す', 1, 10, 2),
  ('seven-days', 'streak', 'checkIn', '7日つづけてチェックイン', 7, 30, 1);

create table mission_bonus (
  mission_id text not null references mission (id),
  member_id text not null references member (id) on delete cascade,
  -- The Japanese day of a daily mission or of a streak's last day; null for what is received once.
  day date,
  points int not null,
  received_at timestamptz not null default now(),
  unique nulls not distinct (member_id, mission_id, day)
);
