-- When a connection may be called for products, stock and purchase orders, as for orders already.
alter table connections
  add column use_time_window_products boolean not null default false,
  add column start_sync_time_window_products smallint not null default 0 check (start_sync_time_window_products between 0 and 1439),
  add column end_sync_time_window_products smallint not null default 0 check (end_sync_time_window_products between 0 and 1439),
  add column use_time_window_inventory boolean not null default false,
  add column start_sync_time_window_inventory smallint not null default 0 check (start_sync_time_window_inventory between 0 and 1439),
  add column end_sync_time_window_inventory smallint not null default 0 check (end_sync_time_window_inventory between 0 and 1439),
  add column use_time_window_purchase_orders boolean not null default false,
  add column start_sync_time_window_purchase_orders smallint not null default 0 check (start_sync_time_window_purchase_orders between 0 and 1439),
  add column end_sync_time_window_purchase_orders smallint not null default 0 check (end_sync_time_window_purchase_orders between 0 and 1439);
