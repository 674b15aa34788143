-- Lists of what needs a person, which they also look for in the archive: Home counts what is there, too.
create index orders_with_issues on orders (account_id, order_date desc, id desc) where open_issues > 0 and deleted_at is null;
create index purchase_orders_with_issues on purchase_orders (account_id, ordered_at desc, id desc) where open_issues > 0 and deleted_at is null;
