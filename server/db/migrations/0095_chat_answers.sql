-- What answers a message changes with it when it is unsent: its line above them is another.
create index chat_message_answers on chat_message (reply_to, seq) where reply_to is not null;
