-- Asked before the first purchase (product.md 1). Stated once: who mistyped it writes to us.
alter table member
  add column born_on date check (born_on >= date '1900-01-01'),
  add column born_on_stated_at timestamptz,
  add check ((born_on is null) = (born_on_stated_at is null));
