-- outside a transaction
-- Lists of what needs a person, which they also look for in the archive: Home counts what is there, too.
drop index concurrently if exists orders_with_issues;
create index concurrently orders_with_issues on orders (account_id, order_date desc, id desc) where open_issues > 0 and deleted_at is null;
drop index concurrently if exists purchase_orders_with_issues;
create index concurrently purchase_orders_with_issues on purchase_orders (account_id, ordered_at desc, id desc)
  where open_issues > 0 and deleted_at is null;
