create table warehouse_orders (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connection_id bigint not null,
  -- The idempotency key of everything that is sent about it.
  reference text not null generated always as ('CD-' || account_id || '-' || id) stored,
  provider_ref text,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'rejected', 'cancelled', 'shipped')),
  -- The status in the warehouse's own words.
  provider_status text,
  held boolean not null default false,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  changed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, reference),
  foreign key (account_id, connection_id) references connections
);
comment on table warehouse_orders is
  'An order as the warehouse knows it: one of our orders, or several that go to one address.';
create index warehouse_orders_by_provider_ref on warehouse_orders (account_id, connection_id, provider_ref);
call make_tenant_table('warehouse_orders');

create table orders (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connection_id bigint not null,
  remote_id text not null,
  order_number text not null generated always as ('SO-' || id) stored,
  source_order_number text not null,
  -- The channel's purchase order number, when there is one.
  source_ref_num text,
  source_status text not null,
  order_status text not null default 'pending'
    check (order_status in ('pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled')),
  order_date timestamptz not null,
  -- The day on which we first read it, in the account's time zone: the dashboard counts by it.
  imported_day date not null,
  store_id text,
  store_name text,
  currency char(3) not null,
  customer_id text,
  customer_name text not null,
  customer_phone text,
  customer_email text,
  company_name text,
  address text not null,
  address_2 text,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  note text,
  source_shipping text,
  source_shipping_description text,
  shipping_code text,
  warehouse_code text,
  shipping_cost numeric(16, 4) not null,
  tax_cost numeric(16, 4) not null,
  total_cost numeric(16, 4) not null,
  weight_grams int,
  -- Warehouse fields that presets and field mappings set.
  fields jsonb not null default '{}',
  content_hash text not null,
  -- What a person edited. Sync never overwrites it.
  edited_fields text[] not null default '{}',
  -- The facts from which order_status is derived: see app/orders/order.ts.
  source_state text not null check (source_state in ('ready', 'waiting', 'held', 'shipped', 'cancelled', 'unknown')),
  in_amware smallint not null default 0 check (in_amware in (0, 1)),
  amware_ref_num text,
  warehouse_order_id bigint,
  units_ordered int not null default 0,
  units_shipped int not null default 0,
  blocking_issues int not null default 0,
  open_issues int not null default 0,
  cancelled_at timestamptz,
  confirmed_at timestamptz,
  locked boolean not null default false,
  on_hold boolean not null default false,
  hold_outcome text,
  cancel_requested_at timestamptz,
  cancel_outcome text,
  archived_at timestamptz,
  deleted_at timestamptz,
  -- Null: it changed, and has not been checked since.
  checked_at timestamptz,
  remote_modified_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  revision int not null default 1,
  -- The channel changed it while it was locked, and the change was not stored. It is read again before it goes on.
  changed_while_locked boolean not null default false,
  primary key (account_id, id),
  unique (account_id, connection_id, remote_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, warehouse_order_id) references warehouse_orders
);
comment on table orders is 'An order of a channel, with what a person edited and what the warehouse did with it.';
-- One index for each filter and sort of the orders list, in the order of a page: docs/decisions/0015-pages-of-bounded-cost.md.
create index orders_newest on orders (account_id, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_source on orders (account_id, connection_id, order_date desc, id desc) where deleted_at is null and archived_at is null;
-- connection_id is included so that one source's orders of one status are found in the index alone.
create index orders_by_status on orders (account_id, order_status, order_date desc, id desc) include (connection_id)
  where deleted_at is null and archived_at is null;
create index orders_by_country on orders (account_id, country, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_shipping on orders (account_id, shipping_code, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_customer on orders (account_id, customer_name, id) where deleted_at is null and archived_at is null;
create index orders_by_total on orders (account_id, total_cost, id) where deleted_at is null and archived_at is null;
create index orders_by_number on orders (account_id, id) where deleted_at is null and archived_at is null;
create index orders_needing_attention on orders (account_id, order_date desc, id desc)
  where open_issues > 0 and deleted_at is null and archived_at is null;
create index orders_on_hold on orders (account_id, order_date desc, id desc) where on_hold and deleted_at is null and archived_at is null;
create index orders_locked on orders (account_id, order_date desc, id desc) where locked and deleted_at is null and archived_at is null;
create index orders_archived on orders (account_id, order_date desc, id desc) where archived_at is not null and deleted_at is null;
-- What jobs and the sweep look for.
create index orders_unchecked on orders (account_id, id) where checked_at is null;
create index orders_changed_while_locked on orders (account_id, id) where changed_while_locked;
create index orders_of_warehouse_order on orders (account_id, warehouse_order_id) where warehouse_order_id is not null;
call make_tenant_table('orders');
grant select (account_id, id, checked_at) on orders to crossdock_scheduler;
create policy scheduler on orders for select to crossdock_scheduler using (checked_at is null);

create table payload_bundles (
  account_id bigint not null,
  id bigint generated always as identity,
  packed bytea not null,
  primary key (account_id, id)
);
comment on table payload_bundles is
  'The payloads of one page of orders, packed together: zstd of one JSON text a line. Written once, never changed.
The payloads of a page resemble each other: packed together they need an eighth of the space and a twentieth of the CPU.';
-- It is compressed already: to try again would only cost time.
alter table payload_bundles alter column packed set storage external;
call make_tenant_table('payload_bundles');

create table order_payloads (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  received_at timestamptz not null default now(),
  -- A payload that is not in a bundle.
  raw json,
  bundle_id bigint,
  -- Which line of the bundle, counted from 0.
  line int,
  primary key (account_id, order_id, id),
  foreign key (account_id, order_id) references orders
);
comment on table order_payloads is
  'Every version of an order as the channel sent it, whole. It is stored in the transaction that stores the order.';
call make_tenant_table('order_payloads');

create table order_lines (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  position int not null,
  remote_line_id text not null,
  sku text not null,
  name text not null,
  quantity int not null,
  unit_price numeric(16, 4) not null,
  -- A discount, postage or a fee: no goods, never sent to a warehouse.
  is_charge boolean not null,
  image_url text,
  upc text,
  location text,
  product_id bigint,
  mapped_sku text,
  quantity_shipped int not null default 0,
  is_out_of_stock boolean not null default false,
  -- The channel's quantity of a line that a person changed; 0 for a line that a person added. Null: not changed by a person.
  source_quantity int,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, product_id) references products
);
comment on table order_lines is 'What an order consists of.';
create unique index order_lines_of_order on order_lines (account_id, order_id, remote_line_id);
create index order_lines_by_sku on order_lines (account_id, sku) where product_id is null and not is_charge;
call make_tenant_table('order_lines');

create table order_events (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  sentence text not null,
  changes jsonb,
  user_id bigint references users,
  -- The edit that this entry undid.
  undoes bigint,
  -- The lines that an edit removed, whole, so that undoing it can restore them.
  removed_lines json,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, undoes) references order_events
);
comment on table order_events is 'The history of an order.';
create index order_events_of_order on order_events (account_id, order_id, id);
create unique index order_events_undone on order_events (account_id, undoes) where undoes is not null;
call make_tenant_table('order_events');

create table shipments (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  warehouse_order_id bigint not null,
  connection_id bigint not null,
  remote_id text not null,
  carrier text not null,
  method text not null,
  tracking_number text not null,
  tracking_url text,
  weight_grams int,
  shipped_at timestamptz not null,
  raw json,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, order_id, connection_id, remote_id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, warehouse_order_id) references warehouse_orders,
  foreign key (account_id, connection_id) references connections
);
comment on table shipments is 'A parcel that the warehouse sent. A parcel with goods of several orders is a row for each of them.';
call make_tenant_table('shipments');

create table shipment_lines (
  account_id bigint not null,
  id bigint generated always as identity,
  shipment_id bigint not null,
  order_line_id bigint not null,
  sku text not null,
  lot text,
  quantity int not null,
  primary key (account_id, id),
  foreign key (account_id, shipment_id) references shipments,
  foreign key (account_id, order_line_id) references order_lines
);
comment on table shipment_lines is 'How much of which order line is in a shipment.';
create index shipment_lines_of_shipment on shipment_lines (account_id, shipment_id);
create index shipment_lines_of_line on shipment_lines (account_id, order_line_id);
call make_tenant_table('shipment_lines');
