-- Images that members and operators uploaded; the files are in the storage.
create table image (
  id text primary key,
  -- When a member is deleted the row stays until the job has deleted its file.
  owner_id text references member (id) on delete set null,
  -- 1 avatar, 6 content (product.md 10.1).
  kind int not null check (kind in (1, 6)),
  -- File name of the original below the storage folder.
  path text not null,
  created_at timestamptz not null default now(),
  -- What the image is used for; the area of the purpose decides who may see it. Null: not used yet, visible
  -- to its owner alone, and deleted after a day.
  purpose text check (purpose in ('avatar', 'chat', 'message', 'market', 'marketDispute', 'gallery', 'timeline')),
  -- Made by the member's browser: the same upload again is the same image.
  upload_id uuid,
  -- Pixels and bytes of the original; null for images of the seed.
  width int check (width > 0),
  height int check (height > 0),
  bytes int check (bytes > 0),
  -- Null until the storage holds the original.
  stored_at timestamptz default now(),
  -- From then on nobody can fetch it, and a job deletes it. Null: it stays.
  expires_at timestamptz,
  -- Images of the platform: uploaded by operators, owned by no member.
  is_platform boolean not null default false,
  -- Evidence: the file is kept until then, although nobody may see it.
  kept_until timestamptz,
  check ((kind = 1) = (purpose is not distinct from 'avatar')),
  check (not is_platform or owner_id is null),
  check (is_platform = (purpose is not distinct from 'message') or purpose is null)
);
create unique index image_upload on image (owner_id, upload_id) where upload_id is not null;
create index image_expiry on image (expires_at) where expires_at is not null;
create index image_ownerless on image (id) where owner_id is null;
create index image_owner on image (owner_id, created_at);
