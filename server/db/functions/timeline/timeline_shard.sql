-- Which of the sixteen rows of a count a member's likes and votes are in.
create or replace function timeline_shard(member_id text) returns int language sql immutable as $$
  select hashtext(member_id) & 15
$$;
