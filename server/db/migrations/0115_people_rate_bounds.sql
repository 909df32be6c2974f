-- Within which prices broadcasters choose theirs, in points per minute, as operators set it (docs/decisions/0035).
-- A price that is stored already stands when these move.
create table call_rate_bound (
  kind text primary key check (kind in ('voice', 'video')),
  min_points int not null check (min_points % 10 = 0 and min_points >= 50),
  max_points int not null check (max_points % 10 = 0 and max_points <= 1000),
  check (min_points <= max_points)
);
insert into call_rate_bound (kind, min_points, max_points) values ('voice', 50, 1000), ('video', 50, 1000);
