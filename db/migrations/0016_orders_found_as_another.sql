-- What the warehouse has, of those that a person said are other orders: it is asked for each order that is taken over.
create index warehouse_orders_found_as_another on warehouse_orders (account_id, connection_id, (theirs ->> 'providerRef'))
  where state = 'cancelled' and theirs is not null;
