-- Campaigns whose members were told that their points can be had; once a campaign.
create table campaign_told (
  campaign_id text primary key references campaign (id),
  told_at timestamptz not null default now()
);
