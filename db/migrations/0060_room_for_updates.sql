-- An order is written about eight times on its way from the channel and back. Where a page has room for the new version, and no
-- indexed column changes, PostgreSQL touches that page alone; in a full page each version goes elsewhere and into every index.
alter table orders set (fillfactor = 70);
alter table order_lines set (fillfactor = 80);
alter table warehouse_orders set (fillfactor = 70);
alter table shipments set (fillfactor = 80);
alter table order_term_sets set (fillfactor = 80);
alter table products set (fillfactor = 85);
-- A row for each SKU in each place, written with each parcel.
alter table stock_levels set (fillfactor = 50);
