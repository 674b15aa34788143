-- What is late is listed newest first: read in that order, from the index alone.
create index purchase_orders_late on purchase_orders (account_id, ordered_at desc, id desc) include (expected_at)
  where status in ('pending', 'hold') and expected_at is not null and deleted_at is null and archived_at is null;
