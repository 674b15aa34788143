-- An order as the warehouse knows it: one, or several to one address. `reference` is the idempotency key.
create table warehouse_orders (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connection_id bigint not null,
  reference text not null generated always as ('CD-' || account_id || '-' || id) stored,
  provider_ref text,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'rejected', 'cancelled', 'shipped')),
  -- The warehouse's own word for where it stands.
  provider_status text,
  held boolean not null default false,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  changed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, reference),
  foreign key (account_id, connection_id) references connections
);
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
  -- The day it came to us, in the account's zone: what the dashboard counts by.
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
  -- What a person edited: sync never overwrites it.
  edited_fields text[] not null default '{}',
  -- The facts that order_status is derived from; see app/orders/order.ts.
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
  checked_at timestamptz,
  remote_modified_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  revision int not null default 1,
  primary key (account_id, id),
  unique (account_id, connection_id, remote_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, warehouse_order_id) references warehouse_orders
);
create index orders_newest on orders (account_id, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_status on orders (account_id, order_status, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_source on orders (account_id, connection_id, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_needing_attention on orders (account_id, order_date desc, id desc) where open_issues > 0 and deleted_at is null;
create index orders_of_warehouse_order on orders (account_id, warehouse_order_id) where warehouse_order_id is not null;
-- What the check has not seen since it changed: the sweep's worklist.
create index orders_unchecked on orders (account_id, id) where checked_at is null;
call make_tenant_table('orders');
grant select (account_id, id, checked_at) on orders to crossdock_scheduler;
create policy scheduler on orders for select to crossdock_scheduler using (checked_at is null);

-- The channel's own words, whole, newest first. Stored before anything is decided.
create table order_payloads (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  received_at timestamptz not null default now(),
  raw json not null,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders
);
create index order_payloads_of_order on order_payloads (account_id, order_id, id desc);
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
  -- Discounts, postage, fees: no goods, never sent to a warehouse.
  is_charge boolean not null,
  image_url text,
  upc text,
  location text,
  product_id bigint,
  mapped_sku text,
  quantity_shipped int not null default 0,
  is_out_of_stock boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, product_id) references products
);
create unique index order_lines_of_order on order_lines (account_id, order_id, remote_line_id);
create index order_lines_by_sku on order_lines (account_id, sku) where product_id is null and not is_charge;
call make_tenant_table('order_lines');

-- Why a record needs a person. Open while closed_at is null.
create table issues (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint,
  connection_id bigint,
  type text not null check (type in ('unmapped_sku', 'unmapped_shipping', 'unmapped_location', 'address_incomplete', 'out_of_stock',
    'rejected_by_warehouse', 'rejected_by_channel', 'needs_reconnect', 'retries_exhausted', 'changed_after_release', 'unreadable')),
  -- What the issue is about, so that one remedy can mend many: a SKU, a shipping code, a field.
  subject text not null,
  field text,
  line_id bigint,
  sentence text not null,
  blocking boolean not null default true,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by bigint references users,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, connection_id) references connections
);
create unique index issues_open_on_order on issues (account_id, order_id, type, subject) where closed_at is null and order_id is not null;
create unique index issues_open_on_connection on issues (account_id, connection_id, type, subject) where closed_at is null and order_id is null;
create index issues_open_by_cause on issues (account_id, type, connection_id, subject, opened_at) where closed_at is null;
create index issues_of_order on issues (account_id, order_id, id);
call make_tenant_table('issues');

create table order_events (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  sentence text not null,
  changes jsonb,
  user_id bigint references users,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders
);
create index order_events_of_order on order_events (account_id, order_id, id);
call make_tenant_table('order_events');

-- A parcel the warehouse sent, as far as it concerns one order.
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
create index shipment_lines_of_shipment on shipment_lines (account_id, shipment_id);
create index shipment_lines_of_line on shipment_lines (account_id, order_line_id);
call make_tenant_table('shipment_lines');

-- Remote effects, written with the state change that wants them, sent by a worker, once.
create table outbox (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  kind text not null check (kind in ('submit', 'replace', 'cancel', 'hold', 'release', 'confirm')),
  -- What it is about: a warehouse order, or an order's shipment.
  warehouse_order_id bigint,
  order_id bigint,
  shipment_id bigint,
  key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'done', 'failed', 'dropped')),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  -- True when the last attempt may have taken effect: look before repeating.
  maybe_done boolean not null default false,
  lease_token uuid,
  lease_until timestamptz,
  last_failure text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, kind, key),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, warehouse_order_id) references warehouse_orders,
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, shipment_id) references shipments
);
create index outbox_due on outbox (account_id, connection_id, due_at, id) where state in ('waiting', 'sending');
create index outbox_of_order on outbox (account_id, order_id) where order_id is not null;
create index outbox_of_warehouse_order on outbox (account_id, warehouse_order_id) where warehouse_order_id is not null;
call make_tenant_table('outbox');
grant select (account_id, connection_id, state, due_at, lease_until) on outbox to crossdock_scheduler;
create policy scheduler on outbox for select to crossdock_scheduler using (state in ('waiting', 'sending'));
create index outbox_waiting on outbox (due_at) where state in ('waiting', 'sending');
