-- Finds sent effects that still keep what they were sent with.
create index outbox_with_traces on outbox (account_id, id) where state = 'done' and (user_id is not null or ticket is not null);
-- Finds handled webhooks and changes of stock by their age.
create index webhook_deliveries_handled on webhook_deliveries (account_id, handled_at) where handled_at is not null;
