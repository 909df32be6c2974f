-- Landing pages of campaigns and notices, at /message/{name}.

create table message_page (
  name text primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$'),
  title text not null check (title <> ''),
  lead text not null,
  markdown text not null check (markdown <> ''),
  image_id text references image (id),
  button_label text check (button_label <> ''),
  button_target text,
  published_from timestamptz not null,
  -- From then on it isn't there; null: it stays.
  published_until timestamptz check (published_until > published_from),
  -- Whether /message leads to it.
  is_listed boolean not null,
  -- Counts its changes: nobody overwrites what a colleague has saved meanwhile.
  revision int not null default 1 check (revision > 0),
  -- Of the last change, made by the operator's browser: the same again changes nothing.
  command_id uuid,
  check ((button_label is null) = (button_target is null))
);
create index message_page_image on message_page (image_id) where image_id is not null;
