-- Turns the used part of a hold into a transfer; wallet and payee are locked.
create or replace function capture_locked(
  key text, from_hold bigint, wallet bigint, payee bigint, points bigint, platform_part bigint, why text, about text
) returns bigint language plpgsql as $$
declare
  posted bigint;
begin
  perform expire_wallet(wallet);
  update hold set captured = captured + points where id = from_hold;
  update account set balance = balance - points, held = held - points where id = wallet;
  posted := post_transfer(key, 'capture', wallet, payee, points, platform_part, why, about, from_hold);
  perform take_lots(wallet, posted, points, true);
  return posted;
end $$;
