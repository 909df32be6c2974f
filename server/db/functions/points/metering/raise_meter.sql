-- The call becomes a video call: from now on minutes are funded at this rate. What is funded stays funded, so the
-- hold grows by what video may cost more.
-- status: done, insufficient, closed
create or replace function raise_meter(call text, video_rate int) returns text language plpgsql as $$
declare
  m meter;
  missing bigint;
begin
  select x.* into m from meter x where x.call_id = call and x.state = 'open' for no key update;
  if not found then return 'closed'; end if;
  perform lock_accounts(array[m.payer_account_id]);
  perform expire_wallet(m.payer_account_id);
  missing := raise_missing(m, video_rate);
  if missing > (select a.balance - a.held from account a where a.id = m.payer_account_id) then return 'insufficient'; end if;
  update account a set held = a.held + missing where a.id = m.payer_account_id;
  update hold h set amount = h.amount + missing where h.id = m.hold_id;
  update meter x set rate_points_per_min = video_rate, video_points = video_rate / 10,
    voice_points = coalesce(m.voice_points, m.increment_points) where x.call_id = call;
  return 'done';
end $$;
