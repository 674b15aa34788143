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
call make_tenant_table('stock_settings');
comment on table stock_settings is 'How a channel is told of stock: at which location of its own, how many units of each product are kept back, and whether it is told or only rehearsed.';

alter table connector_products add column stock_buffer int check (stock_buffer between 0 and 1000000);
comment on column connector_products.stock_buffer is 'Units of its product that are kept back from this channel; null where the connection''s own buffer counts.';
alter table connector_products add column stock_sent int;
comment on column connector_products.stock_sent is 'The quantity that the channel was last told, or that was last rehearsed; null when it has to be told whatever it is.';

-- What channels were told of stock, and what they replied.
create table stock_pushes (
  account_id bigint not null,
  id bigint not null generated always as identity,
  connection_id bigint not null,
  connector_product_id bigint not null,
  quantity int,
  location_id text,
  outcome text not null check (outcome in ('sent', 'rehearsed', 'refused')),
  reason text,
  at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections (account_id, id),
  foreign key (account_id, connector_product_id) references connector_products (account_id, id)
);
create index stock_pushes_of_product on stock_pushes (account_id, connector_product_id, id desc);
create index stock_pushes_old on stock_pushes (account_id, at);
call make_tenant_table('stock_pushes');

alter table outbox add column run_id bigint;
comment on column outbox.run_id is 'The run that waits for it.';
alter table outbox add foreign key (account_id, run_id) references runs (account_id, id);
create index outbox_of_run on outbox (account_id, run_id) where run_id is not null;
-- Stock waits until nothing else does: orders come first.
drop index outbox_due;
create index outbox_due on outbox (account_id, connection_id, due_at, id) where state in ('waiting', 'sending') and kind <> 'stock';
create index outbox_stock_due on outbox (account_id, connection_id, due_at, id) where state in ('waiting', 'sending') and kind = 'stock';
