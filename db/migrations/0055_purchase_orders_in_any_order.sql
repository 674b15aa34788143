-- The list of purchase orders is read in the order of the sort that is asked for, at any number of them: each has an index, in the
-- list and in the archive.
create index purchase_orders_by_id on purchase_orders (account_id, id) where deleted_at is null and archived_at is null;
create index purchase_orders_in_status_order on purchase_orders (account_id, status, id) where deleted_at is null and archived_at is null;
create index purchase_orders_in_vendor_order on purchase_orders (account_id, vendor_name, id) where deleted_at is null and archived_at is null;
create index purchase_orders_in_expected_order on purchase_orders (account_id, expected_at, id) where deleted_at is null and archived_at is null;
create index purchase_orders_archived_by_id on purchase_orders (account_id, id) where archived_at is not null and deleted_at is null;
create index purchase_orders_archived_in_status_order on purchase_orders (account_id, status, id) where archived_at is not null and deleted_at is null;
create index purchase_orders_archived_in_vendor_order on purchase_orders (account_id, vendor_name, id) where archived_at is not null and deleted_at is null;
create index purchase_orders_archived_in_expected_order on purchase_orders (account_id, expected_at, id) where archived_at is not null and deleted_at is null;

-- Those that have not ended, newest first.
create index purchase_orders_open on purchase_orders (account_id, ordered_at desc, id desc)
  where status in ('pending', 'hold', 'received') and deleted_at is null and archived_at is null;

-- A file names a purchase order by its number.
create index purchase_orders_by_number on purchase_orders (account_id, source_number) where deleted_at is null;

-- Whether a purchase order has a word is one look at the index, however many words it has.
create index purchase_order_terms_within_order on purchase_order_terms (account_id, purchase_order_id, term);
drop index purchase_order_terms_of_order;

-- Purchase orders are exported as orders are.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('orders', 'products', 'raw_materials', 'purchase_orders'));
