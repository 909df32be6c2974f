-- Releases what is left of a hold and lets overdue points below it expire. Returns the points released.
create or replace function release_locked(released_hold bigint) returns bigint language plpgsql as $$
declare
  h hold;
  rest bigint;
begin
  select x.* into h from hold x where x.id = released_hold;
  rest := h.amount - h.captured - h.released;
  if rest > 0 then
    update hold set released = released + rest where id = h.id;
    update account set held = held - rest where id = h.account_id;
    perform expire_wallet(h.account_id);
  end if;
  return coalesce(rest, 0);
end $$;
