-- A listing report may say how order lines name a listing: by its id at the marketplace. The channel has no SKU like that: told of its stock, it
-- refused each.
alter table connector_products add is_alias boolean not null default false;
comment on column connector_products.is_alias is 'Order lines name it, but the channel has no such SKU, so it is not told of its stock.';
