-- What was taken back lately: for reports alone, and not for long (docs/decisions/0028-chat.md).
create table chat_unsent (
  message_id uuid primary key references chat_message (id),
  kind text not null,
  body jsonb not null,
  unsent_at timestamptz not null default now()
);
create index chat_unsent_at on chat_unsent (unsent_at);
