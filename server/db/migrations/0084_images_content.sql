-- Pictures that members send in. Until one is used it is its owner's alone and goes after a day.

alter table image
  -- What it is used for: the area that a purpose belongs to says who sees it. Null: not used yet.
  add column purpose text check (purpose in ('avatar', 'chat')),
  -- Made by the member's browser: the same upload again is the same picture.
  add column upload_id uuid,
  -- Pixels and bytes of the original; null for what the seed brought.
  add column width int check (width > 0),
  add column height int check (height > 0),
  add column bytes int check (bytes > 0),
  -- Null while the storage hasn't taken the original.
  add column stored_at timestamptz default now(),
  -- From then on it isn't there for anybody, and a job deletes it. Null: it stays.
  add column expires_at timestamptz;

update image set purpose = 'avatar' where kind = 1;
alter table image add check ((kind = 1) = (purpose is not distinct from 'avatar'));

create unique index image_upload on image (owner_id, upload_id) where upload_id is not null;
create index image_expiry on image (expires_at) where expires_at is not null;

-- A member who goes leaves the files behind: the row stays until the job has deleted its file.
alter table image drop constraint image_owner_id_fkey;
alter table image
  add constraint image_owner_id_fkey foreign key (owner_id) references member (id) on delete set null;
create index image_ownerless on image (id) where owner_id is null;

drop index image_owner;
create index image_owner on image (owner_id, created_at);
