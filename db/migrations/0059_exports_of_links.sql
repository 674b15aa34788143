-- What each SKU of a channel is linked to.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('orders', 'products', 'raw_materials', 'purchase_orders', 'links'));
