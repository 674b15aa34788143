-- outside a transaction
-- Links of what a channel no longer lists, which housekeeping ends: hardly any, among all that it ever listed.
drop index concurrently if exists connector_products_unlisted;
create index concurrently connector_products_unlisted on connector_products (account_id, id)
  where deleted_at is not null and product_id is not null and linked_by is null;
