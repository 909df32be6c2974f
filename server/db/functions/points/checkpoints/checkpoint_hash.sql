create or replace function checkpoint_hash(previous bytea, day date, transfers bigint, points bigint, digest bytea) returns bytea
language sql stable as $$
  select sha256(convert_to(json_build_array(
    encode(previous, 'hex'), to_char(day, 'YYYY-MM-DD'), transfers, points, encode(digest, 'hex'))::text, 'UTF8'))
$$;
