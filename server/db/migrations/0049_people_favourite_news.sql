-- What a broadcaster's followers are still to be notified of; a row goes when they are. One row is written for it,
-- whatever the number of followers.
create table favourite_news (
  kind text not null,
  -- The post, the item or the room.
  subject text not null,
  broadcaster_id text not null,
  due_at timestamptz not null default now(),
  primary key (kind, subject)
);
create index favourite_news_due on favourite_news (due_at);
