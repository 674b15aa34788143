-- How a channel is told of stock.
create table stock_settings (
  account_id bigint not null,
  connection_id bigint not null,
  mode text not null default 'off' check (mode in ('off', 'rehearsal', 'on')),
  location_id text,
  location_name text,
  buffer int not null default 0 check (buffer between 0 and 1000000),
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections (account_id, id),
  check (mode = 'off' or location_id is not null)
);
comment on table stock_settings is 'How a channel is told of stock: at which location of its own, how many units of each product are kept back, and whether it is told or only rehearsed.';
call make_tenant_table('stock_settings');

-- What channels were told of stock, and what they replied.
create table stock_pushes (
  account_id bigint not null,
  id bigint not null generated always as identity,
  connection_id bigint not null,
  connector_product_id bigint not null,
  quantity int,
  location_id text,
  outcome text not null check (outcome in ('sent', 'rehearsed', 'refused')),
  reason jsonb,
  at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections (account_id, id),
  foreign key (account_id, connector_product_id) references connector_products (account_id, id)
);
create index stock_pushes_of_product on stock_pushes (account_id, connector_product_id, id desc);
create index stock_pushes_old on stock_pushes (account_id, at);
call make_tenant_table('stock_pushes');

create table stock_due (
  account_id bigint not null,
  id bigint generated always as identity,
  connector_product_id bigint not null,
  anew boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, connector_product_id) references connector_products (account_id, id) on delete cascade
);
comment on table stock_due is
  'Listings whose channel may have to be told another stock, written in the transaction that changed it. Rows are only inserted and
deleted, never updated, so that no writer waits for another.';
comment on column stock_due.anew is 'The channel is told whatever it was told before, because its quantity has moved since.';
create index stock_due_of_listing on stock_due (account_id, connector_product_id);
call make_tenant_table('stock_due');
