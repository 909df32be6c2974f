-- One transfer with its entries, as one hash. It doesn't cover columns that later versions add.
create or replace function checkpoint_leaf(t transfer, entries json) returns bytea language sql stable as $$
  select sha256(convert_to(json_build_array(
    t.id, t.idem, t.kind, t.debit, t.credit, t.amount, t.fee, t.purpose, t.reference, t.hold_id, t.reverses_id,
    (extract(epoch from t.created_at) * 1000000)::bigint, entries)::text, 'UTF8'))
$$;
