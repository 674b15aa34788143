-- Only what the warehouse has counted can be too little.
drop index products_low;
create index products_low on products (account_id, sku_key, id) where in_stock < reorder_point and stock_taken_at is not null;
drop index raw_materials_low;
create index raw_materials_low on raw_materials (account_id, sku_key, id) where in_stock < reorder_point and stock_taken_at is not null;

-- Which purchase orders will bring an item: for its page, and for the check of references when it is deleted.
create index purchase_order_lines_of_product on purchase_order_lines (account_id, product_id, purchase_order_id) where product_id is not null;
create index purchase_order_lines_of_raw_material on purchase_order_lines (account_id, raw_material_id, purchase_order_id) where raw_material_id is not null;
