-- A channel's product as its page lists it: newest first, searched by SKU, id and title, all or those with or without a link.
alter table connector_products add column upc text;
alter table connector_products add column deleted_at timestamptz;
comment on column connector_products.deleted_at is 'When a person deleted it. It has no link then, and comes back without one as soon as the channel lists it or an order has it.';
alter table connector_products add column units_per_sale int not null default 1 check (units_per_sale between 1 and 10000);
comment on column connector_products.units_per_sale is 'How many units of the product one sale takes: six for a pack of six.';
alter table connector_products add column sku_key text collate "C" not null generated always as (lower(connector_product_sku)) stored;
alter table connector_products add column name_key text collate "C" generated always as (lower(name)) stored;
create index connector_products_newest on connector_products (account_id, connection_id, id) where deleted_at is null;
create index connector_products_unlinked on connector_products (account_id, connection_id, id) where deleted_at is null and product_id is null;
create index connector_products_by_sku on connector_products (account_id, sku_key, id);
create index connector_products_by_name on connector_products (account_id, name_key, id) where name_key is not null;
create index connector_products_by_remote_id on connector_products (account_id, connector_product_id collate "C", id) where connector_product_id is not null;

alter table order_lines add column units_per_sale int not null default 1 check (units_per_sale between 1 and 10000);
comment on column order_lines.units_per_sale is 'As its link had it when it was linked: the warehouse is sent quantity times this. A line''s quantities are the channel''s; units_ordered and units_shipped of its order, and quantities in parcels, are units.';
