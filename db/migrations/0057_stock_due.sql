create table stock_due (
  account_id bigint not null,
  id bigint generated always as identity,
  connector_product_id bigint not null,
  primary key (account_id, id),
  foreign key (account_id, connector_product_id) references connector_products (account_id, id) on delete cascade
);
comment on table stock_due is
  'Listings whose channel may have to be told another stock, written in the transaction that changed it. Rows are only inserted and
deleted, never updated, so that no writer waits for another.';
call make_tenant_table('stock_due');
create index stock_due_of_listing on stock_due (account_id, connector_product_id);
