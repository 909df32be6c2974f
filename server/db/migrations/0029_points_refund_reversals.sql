-- The App Store may take a refund of its own back (REFUND_REVERSED): the order is paid again.
alter table payment_news drop constraint payment_news_kind_check;
alter table payment_news add constraint payment_news_kind_check
  check (kind in ('captured', 'failed', 'refunded', 'refundReversed', 'disputed', 'disputeWon'));
