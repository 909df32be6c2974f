-- The price of an image is called price in its message; before, it was called a seal.
drop index chat_message_paid_image;
update chat_message set body = (body - 'seal') || jsonb_build_object('price', body -> 'seal') where kind = 'image';
create index chat_message_paid_image on chat_message (conversation_id, sent_at, id)
  where kind = 'image' and body @> '{"price": {"isOpened": true}}';
update chat_unsent set body = (body - 'seal') || jsonb_build_object('price', body -> 'seal') where kind = 'image';
-- Evidence of reports has messages as they were. Inside a text the quotation marks would be escaped.
update report set evidence = replace(evidence::text, '"seal": ', '"price": ')::jsonb where evidence::text like '%"seal": %';
