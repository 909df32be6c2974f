-- Whether a member's age is shown to anybody, and found by.
alter table member add column is_age_shown boolean not null default true;
