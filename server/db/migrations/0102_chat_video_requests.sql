-- A caller's request to be called back by video is a card of its own.
alter table chat_message drop constraint chat_message_kind_check, add constraint chat_message_kind_check
  check (kind in ('text', 'sticker', 'image', 'call', 'missedCall', 'videoRequest', 'system', 'unsent'));
