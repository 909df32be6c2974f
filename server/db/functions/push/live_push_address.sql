-- Addresses whose session is open, for other areas' `exists`: the members whom a ring reaches without a page.
create or replace view live_push_address as
select a.session_hash, a.member_id
from push_address a
join session s on s.id_hash = a.session_hash
where s.revoked_at is null and s.expires_at > now();
