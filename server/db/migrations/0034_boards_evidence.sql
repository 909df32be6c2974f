-- What a flagged post said when its author deleted it, for operators until they decide. Of the first post of a thread it
-- begins with a line of the thread's title. The erasure of the author and the decision empty it.
alter table board_post add column evidence text;
alter table board_post add check (evidence is null or (removed_at is not null and decided_at is null));
drop index board_post_flagged;
create index board_post_flagged on board_post (hidden_at)
where flags > 0 and decided_at is null and (removed_at is null or evidence is not null);
