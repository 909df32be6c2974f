-- Where a call began: an address of its own, a card of somebody on standby, or the random matching. Words only; the
-- price is the rate either way.
alter table call add column origin text not null default 'direct'
  check (origin in ('direct', 'standby', 'random') and (origin = 'direct' or kind = 'video'));
