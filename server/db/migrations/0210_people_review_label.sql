-- How a reviewer stands on a profile (東京・30代) is what held when he wrote: a later change of his profile, or of what he
-- shows of it, would lead from the review that changed with it to him.
alter table review add column author_label text;
update review r set author_label = m.region || '・' || (m.age / 10 * 10) || '代' from member m where m.id = r.author_id;
alter table review alter column author_label set not null;
