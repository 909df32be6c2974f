-- A change of profile that was under way while its member left must not bring a name or a portrait back to the row that
-- everybody reads.
alter table member add constraint member_left_name
  check (role <> 'closed' or (name = '退会したユーザー' and avatar_id is null));
