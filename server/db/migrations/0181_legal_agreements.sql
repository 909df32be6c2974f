-- Who agreed to which version, and when. It stays with the member's row, as evidence.

create table member_agreement (
  member_id text not null references member (id),
  document text not null,
  version int not null,
  agreed_at timestamptz not null,
  primary key (member_id, document, version)
);

-- Until now a registration kept one label for both documents. Their first versions are taken in by the start that
-- follows this migration, so the rows of before aren't checked against them.
insert into member_agreement (member_id, document, version, agreed_at)
select m.id, d.document, 1, m.terms_agreed_at
from member m cross join (values ('terms'), ('privacy')) as d (document)
where m.terms_agreed_at is not null;

alter table member_agreement
  add constraint member_agreement_version foreign key (document, version)
    references legal_version (document, number) not valid;

create trigger insert_only before update or delete or truncate on member_agreement
  for each statement execute function refuse_change();

alter table member drop column terms_version, drop column terms_agreed_at;
