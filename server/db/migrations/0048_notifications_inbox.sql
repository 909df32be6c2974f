-- Who did what a row tells of; null: nobody whom the row names, such as the platform or somebody anonymous.
alter table member_notice add column actor_id text references member (id) on delete cascade;
-- Unread rows of one kind with the same key become one row.
alter table member_notice add column group_key text;
-- A push waits to be sent (server/push/actions/push-notifications.ts).
alter table member_notice add column push_due boolean not null default false;

update member_notice n set actor_id = m.id from member m where m.id = n.details ->> 'partnerId';
update member_notice n set actor_id = m.id from member m
where n.kind = 'timeline' and m.id = n.details -> 'actors' ->> 0;
update member_notice set group_key = (details ->> 'postId') || ':' || (details ->> 'moment') where kind = 'timeline';
update member_notice set details = details - 'partnerId' where details ? 'partnerId';

-- No index on the id alone: the newest rows of a member would be looked for among everybody's.
alter table member_notice drop constraint member_notice_pkey;
alter table member_notice add primary key (member_id, id);
drop index member_notice_newest;
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
