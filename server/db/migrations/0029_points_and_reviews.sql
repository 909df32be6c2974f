-- The company that runs Koyoi is the platform, as everywhere else.
alter type account_kind rename value 'house' to 'platform';
alter table meter rename column point_back_by_house to point_back_by_platform;
alter index meter_house_point_back rename to meter_platform_point_back;
alter table image rename column is_house to is_platform;
update operator_notice set kind = 'platformPointBacks' where kind = 'housePointBacks';

alter table payment_news rename to payment_event;
alter table payment_event rename column news_id to event_id;
alter table payment_event rename constraint payment_news_amount_yen_check to payment_event_amount_yen_check;
alter table payment_event rename constraint payment_news_check to payment_event_check;
alter table payment_event rename constraint payment_news_kind_check to payment_event_kind_check;
alter index payment_news_pkey rename to payment_event_pkey;
alter index payment_news_due rename to payment_event_due;
alter index payment_news_refunds rename to payment_event_refunds;
alter index payment_news_waiting rename to payment_event_waiting;
update operator_notice set kind = 'waitingPaymentEvent' where kind = 'waitingNews';

-- A caller's own reviews, newest first.
create index review_written on review (author_id, created_at desc, id desc);
