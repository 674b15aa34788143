-- outside a transaction
-- What goes out again of an announcement may be heard of before that is known, as its receipts may: it was dropped, and not told again.
alter table fulfilments add column if not exists asn_id text;
comment on column fulfilments.asn_id is
  'The announcement that it is of, as the warehouse named it. What has no purchase order yet waits for one with this announcement.';
alter table fulfilments alter column purchase_order_id drop not null;
drop index concurrently if exists fulfilments_of_nobody;
create index concurrently fulfilments_of_nobody on fulfilments (account_id, connection_id, asn_id) where purchase_order_id is null;
