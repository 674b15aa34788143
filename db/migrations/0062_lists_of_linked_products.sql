-- Few products of many may be linked. And those below their reorder point that are not linked are counted in the index alone.
create index products_linked on products (account_id, sku_key, id) where is_linked;
drop index products_low;
create index products_low on products (account_id, sku_key, id) include (is_linked) where in_stock < reorder_point and stock_taken_at is not null;
