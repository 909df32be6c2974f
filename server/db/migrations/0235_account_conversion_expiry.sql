-- Postbacks are delivered as mail and SMS are, and are worth nothing after three days.
alter table conversion_postback add expires_at timestamptz;
update conversion_postback set expires_at = registered_at + interval '3 days';
alter table conversion_postback alter expires_at set not null;
