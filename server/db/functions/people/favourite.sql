-- Whom a member has as a favourite, for the joins of other areas.
create or replace view favourite as
select member_id, partner_id, created_at from bookmark;
