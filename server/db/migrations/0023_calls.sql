-- The end of a connected call that no page of this side is known to have shown (domain/calls/unseen-end.ts).
-- Ends from before this migration count as seen.
alter table call
  add column caller_end_unseen boolean not null default false,
  add column broadcaster_end_unseen boolean not null default false;
create index call_end_unseen_by_caller on call (caller_id) where caller_end_unseen;
create index call_end_unseen_by_broadcaster on call (broadcaster_id) where broadcaster_end_unseen;

-- Calls of a minute and more, counted when they end (count_call.sql): how many each pair had, and the totals of
-- each broadcaster, so that a profile reads one row.
create table call_pair (
  broadcaster_id text not null references member (id),
  caller_id text not null references member (id),
  calls int not null check (calls > 0),
  primary key (broadcaster_id, caller_id)
);
create index call_pair_by_caller on call_pair (caller_id);

create table call_tally (
  broadcaster_id text primary key references member (id),
  calls int not null check (calls > 0),
  callers int not null check (callers >= 0),
  -- Callers with two calls and more.
  repeat_callers int not null check (repeat_callers >= 0)
);

insert into call_pair
select broadcaster_id, caller_id, count(*) from call
where phase = 'ended' and connected_ms >= 60000
group by broadcaster_id, caller_id;

insert into call_tally
select broadcaster_id, sum(calls), count(*), count(*) filter (where calls > 1) from call_pair
group by broadcaster_id;
