-- A member's newest test before a call, and the node that has its echo room. The row may outlive the room, which
-- closes by itself; it goes when the test is ended, and the member's next test takes its place.
create table video_test (
  member_id text primary key references member (id) on delete cascade,
  test_id uuid not null,
  node_id uuid not null references node (id)
);
