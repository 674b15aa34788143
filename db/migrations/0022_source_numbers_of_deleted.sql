-- A deleted order can be restored just as another connection's order of the same sale leaves: it is looked for by its number, too.
drop index orders_by_source_number;
create index orders_by_source_number on orders (account_id, source_order_number);
