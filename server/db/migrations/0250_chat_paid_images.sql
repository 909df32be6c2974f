-- The pictures that were paid for, which their payers find again whatever becomes of the conversation.
create index chat_message_paid_image on chat_message (conversation_id, sent_at, id)
  where kind = 'image' and body @> '{"seal": {"isOpened": true}}';
