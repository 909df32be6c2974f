-- Who is live, and since when. No member is, until the area of the live rooms replaces this view.
create or replace view live_now as
select member_id, approved_at as since from broadcaster where false;
