-- What the lists of the home screen walk through.

-- 評価: only who has enough reviews; most of the best rated have one or two.
create index search_entry_ranked on search_entry (rating_rank, review_rank, member_id) where review_rank <= -5;

-- A member's favourites a page at a time, and everybody's of the last days.
create index bookmark_newest on bookmark (member_id, created_at desc, partner_id);
create index bookmark_created on bookmark (created_at) include (partner_id, member_id);

-- Who is live, and since when. Nobody, until the area of the live rooms replaces this view.
create view live_now as
select member_id, approved_at as since from broadcaster where false;
