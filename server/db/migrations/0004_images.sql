create table image (
  id text primary key,
  -- A member who is deleted leaves the files behind: the row stays until the job has deleted its file.
  owner_id text references member (id) on delete set null,
  -- 1 avatar, 6 content (product.md 10).
  kind int not null check (kind in (1, 6)),
  -- File name of the original below the storage folder.
  path text not null,
  created_at timestamptz not null default now(),
  -- Pictures that members send in. Until one is used it is its owner's alone and goes after a day.
  -- What it is used for: the area that a purpose belongs to says who sees it. Null: not used yet.
  purpose text check (purpose in ('avatar', 'chat', 'message')),
  -- Made by the member's browser: the same upload again is the same picture.
  upload_id uuid,
  -- Pixels and bytes of the original; null for what the seed brought.
  width int check (width > 0),
  height int check (height > 0),
  bytes int check (bytes > 0),
  -- Null while the storage hasn't taken the original.
  stored_at timestamptz default now(),
  -- From then on it isn't there for anybody, and a job deletes it. Null: it stays.
  expires_at timestamptz,
  -- Pictures of the house: no member's, sent in by operators.
  is_house boolean not null default false,
  check ((kind = 1) = (purpose is not distinct from 'avatar')),
  check (not is_house or owner_id is null),
  check (is_house = (purpose is not distinct from 'message') or purpose is null)
);
create unique index image_upload on image (owner_id, upload_id) where upload_id is not null;
create index image_expiry on image (expires_at) where expires_at is not null;
create index image_ownerless on image (id) where owner_id is null;
create index image_owner on image (owner_id, created_at);
