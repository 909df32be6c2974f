-- Whose age was checked by a document shows that age: nobody changes it, birthdays do.
alter table member add column age_checked_at timestamptz check (age_checked_at is null or born_on is not null);
update member set age_checked_at = a.decided_at
from broadcaster_application a
where a.member_id = member.id and a.state = 'approved' and member.born_on is not null;
