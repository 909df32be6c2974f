-- The share of a sum so far, floored; never of one payment alone (domain/points/share.ts).
create or replace function earned_share(points bigint, share_percent int) returns bigint
  language sql immutable parallel safe as 'select points * share_percent / 100';
