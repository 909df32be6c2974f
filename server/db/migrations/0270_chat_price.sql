-- What a caller pays for each message, in points: one row, set by operators, 0 for free (docs/decisions/0061). A
-- multiple of 5, so that the broadcaster's 40% is a whole number of points.
create table chat_price (
  is_the_one boolean primary key default true check (is_the_one),
  points int not null default 0 check (points between 0 and 500 and points % 5 = 0)
);
insert into chat_price default values;

-- What the sender paid for this message.
alter table chat_message add column paid_points int not null default 0 check (paid_points >= 0);

-- A message was paid for exactly when it says so; a part of the nightly check of the ledger.
create view chat_price_check as
select 'a message says it was paid for and was not' as problem, 'message ' || m.id as subject
  from chat_message m
  where m.paid_points > 0
    and not exists (
      select from transfer t join account w on w.id = t.debit
      where t.purpose = 'chatMessage' and t.kind = 'spend' and t.reference = m.id::text
        and t.amount = m.paid_points and w.owner_id = m.sender_id)
union all
select 'a payment belongs to no message', 'transfer ' || t.id
  from transfer t
  where t.purpose = 'chatMessage' and t.kind = 'spend'
    and not exists (select from chat_message m where m.id::text = t.reference and m.paid_points = t.amount);
