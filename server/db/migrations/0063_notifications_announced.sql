-- What was announced, and when.
alter table standby_told rename to standby_announced;
alter table standby_announced rename column told_at to announced_at;
alter table standby_announced rename constraint standby_told_pkey to standby_announced_pkey;
alter table standby_announced rename constraint standby_told_member_id_fkey to standby_announced_member_id_fkey;
alter table campaign_told rename to campaign_announced;
alter table campaign_announced rename column told_at to announced_at;
alter table campaign_announced rename constraint campaign_told_pkey to campaign_announced_pkey;
alter table campaign_announced rename constraint campaign_told_campaign_id_fkey to campaign_announced_campaign_id_fkey;
alter table live_told rename to live_announced;
alter table live_announced rename column told_at to announced_at;
alter table live_announced rename constraint live_told_pkey to live_announced_pkey;
alter table live_announced rename constraint live_told_member_id_fkey to live_announced_member_id_fkey;
