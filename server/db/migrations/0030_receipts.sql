-- The public halves of the keys that ever signed receipts. Each is derived from a signing secret
-- (server/secrets/receipt-keys.ts): a new secret adds a row, and receipts of the old one can still be
-- verified.
create table receipt_key (
  -- The first characters of the key's RFC 7638 thumbprint.
  id text primary key,
  -- Ed25519, base64url: `x` of the JSON Web Key.
  public_key text not null unique,
  first_used_at timestamptz not null default now(),
  -- Set by hand when its secret leaked: from then on nothing that it signed counts.
  distrusted_at timestamptz
);
