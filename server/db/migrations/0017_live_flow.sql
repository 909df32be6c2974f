-- The flow of live rooms: comments, presents, toy menus and menu goals.

-- One row: what operators set for all rooms.
create table live_flow_setting (
  is_only boolean primary key default true check (is_only),
  -- What a comment costs a watcher, in points. A step of 5 keeps the broadcaster's 40% a whole number.
  comment_points int not null default 20 check (comment_points between 5 and 500 and comment_points % 5 = 0),
  -- The most that one member gets for one goal, in points that the platform pays.
  goal_bonus_max int not null default 50 check (goal_bonus_max between 0 and 500),
  -- And no more than this part of what the member gave towards the goal.
  goal_bonus_percent int not null default 20 check (goal_bonus_percent between 0 and 30),
  -- Whether devices may be used at all; without them the broadcaster acknowledges each order.
  has_devices boolean not null default false
);
insert into live_flow_setting default values;

-- Words that no comment may contain, as operators wrote them and folded for the comparison.
create table live_refused_word (
  word text primary key,
  folded text not null unique check (folded <> '')
);

create table live_present (
  id text primary key,
  name text not null,
  points int not null check (points between 50 and 500 and points % 5 = 0),
  -- A file under /presents/.
  picture text not null,
  position int not null,
  is_on_sale boolean not null default true
);
insert into live_present (id, name, points, picture, position) values
  ('flower', 'お花', 50, 'flower.svg', 1),
  ('dango', 'お団子', 50, 'dango.svg', 2),
  ('tea', 'お茶', 100, 'tea.svg', 3),
  ('fan', 'うちわ', 100, 'fan.svg', 4),
  ('windbell', '風鈴', 150, 'windbell.svg', 5),
  ('goldfish', '金魚', 150, 'goldfish.svg', 6),
  ('cake', 'ケーキ', 200, 'cake.svg', 7),
  ('toast', '乾杯', 250, 'toast.svg', 8),
  ('lantern', 'ちょうちん', 300, 'lantern.svg', 9),
  ('bouquet', '花束', 350, 'bouquet.svg', 10),
  ('moon', 'お月さま', 400, 'moon.svg', 11),
  ('hanabi', '花火', 500, 'hanabi.svg', 12);

-- What stands in a room, in one order for everybody. The room's row is locked last of all, so that numbers follow
-- each other without gaps and wallets never wait behind a room.
create table live_entry (
  room_id uuid not null references live_room (id),
  seq int not null,
  -- Made by the client, once for all rooms.
  id uuid not null unique,
  kind text not null check (kind in ('comment', 'present', 'menu', 'goal', 'system')),
  at timestamptz not null default clock_timestamp(),
  -- Null: a line of the room, or a member who was erased.
  member_id text references member (id),
  -- The visit that paid for it; null for what is free.
  call_id uuid references call (id),
  -- Of a comment; empty when it was removed.
  text text not null default '',
  removed_at timestamptz,
  is_anonymous boolean not null default false,
  -- The present or the menu item as it was called then.
  item_id text,
  item_name text,
  points int not null default 0 check (points >= 0),
  quantity int not null default 1 check (quantity > 0),
  combo int not null default 1 check (combo > 0),
  primary key (room_id, seq)
);
create index live_entry_of_visit on live_entry (call_id) where call_id is not null;
create index live_entry_of_member on live_entry (member_id, room_id, at) where member_id is not null;
create index live_entry_by_time on live_entry using brin (at);

-- Who may not write in a room, and who may not enter it.
create table live_mute (
  room_id uuid not null references live_room (id),
  member_id text not null references member (id),
  primary key (room_id, member_id)
);

create table live_ban (
  room_id uuid not null references live_room (id),
  member_id text not null references member (id),
  primary key (room_id, member_id)
);
create index live_mute_member on live_mute (member_id);
create index live_ban_member on live_ban (member_id);

-- A broadcaster's toy menu. A saved menu replaces the one before.
create table live_menu_item (
  id uuid primary key,
  broadcaster_id text not null references member (id),
  name text not null,
  points int not null check (points between 50 and 5000 and points % 5 = 0),
  seconds int not null check (seconds between 1 and 300),
  position int not null
);
create index live_menu_item_of_broadcaster on live_menu_item (broadcaster_id, position);

create table live_menu_order (
  -- Made by the client.
  id uuid primary key,
  room_id uuid not null references live_room (id),
  member_id text not null references member (id),
  call_id uuid not null references call (id),
  menu_id uuid not null,
  name text not null,
  points int not null check (points > 0),
  seconds int not null,
  is_anonymous boolean not null,
  hold_id bigint not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'released')),
  at timestamptz not null default clock_timestamp(),
  -- When a device was asked to carry it out.
  played_at timestamptz,
  closed_at timestamptz,
  check ((state = 'waiting') = (closed_at is null))
) with (fillfactor = 80);
create index live_menu_order_waiting on live_menu_order (room_id, at) where state = 'waiting';
create index live_menu_order_of_visit on live_menu_order (call_id);
create index live_menu_order_of_member on live_menu_order (member_id);

create table live_goal (
  -- Made by the client.
  id uuid primary key,
  room_id uuid not null references live_room (id),
  name text not null,
  unit text not null check (unit in ('count', 'points')),
  target int not null check (target > 0),
  done int not null default 0,
  bonus_points int not null check (bonus_points >= 0),
  bonus_percent int not null,
  begun_at timestamptz not null default clock_timestamp(),
  reached_at timestamptz,
  -- Replaced or withdrawn before it was reached.
  closed_at timestamptz
);
-- One goal stands in a room: open, or reached and not replaced yet.
create unique index live_goal_standing on live_goal (room_id) where closed_at is null;
create table live_goal_part (
  goal_id uuid not null references live_goal (id),
  member_id text not null references member (id),
  points int not null check (points > 0),
  -- What the member received; null before.
  bonus_points int,
  primary key (goal_id, member_id)
);
create index live_goal_part_member on live_goal_part (member_id);
