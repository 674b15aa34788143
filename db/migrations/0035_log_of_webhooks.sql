-- What the pages of webhooks show is found at once, however much was sent.
alter table event_subscriptions add column delivered_at timestamptz;
comment on column event_subscriptions.delivered_at is 'When an event arrived there last.';
create index event_deliveries_failed on event_deliveries (account_id, subscription_id, id) where state = 'failed';
