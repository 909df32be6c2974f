-- Open holds are counted every few seconds, among all that there ever were.
create index hold_open on hold (id) where open;
