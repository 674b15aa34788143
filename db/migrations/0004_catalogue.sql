-- The warehouse's items: what order lines are linked to.
create table products (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  sku text not null,
  name text not null,
  upc text,
  description text,
  image_url text,
  warehouse_location text,
  quantity_on_hand int not null default 0,
  quantity_on_hold int not null default 0,
  quantity_available int not null default 0,
  stock_taken_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, sku)
);
call make_tenant_table('products');

-- The newest snapshot of what is on the shelves, by place and lot …
create table stock_levels (
  account_id bigint not null,
  connection_id bigint not null,
  sku text not null,
  warehouse text not null,
  location text not null,
  lot text not null default '',
  on_hand int not null,
  allocated int not null,
  on_hold int not null,
  available int not null,
  taken_at timestamptz not null,
  primary key (account_id, connection_id, sku, warehouse, location, lot),
  foreign key (account_id, connection_id) references connections
);
call make_tenant_table('stock_levels');

-- … and every change from one snapshot to the next, with its time.
create table stock_changes (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  sku text not null,
  warehouse text not null,
  location text not null,
  lot text not null,
  on_hand int not null,
  allocated int not null,
  on_hold int not null,
  available int not null,
  taken_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
create index stock_changes_of_sku on stock_changes (account_id, sku, taken_at desc);
call make_tenant_table('stock_changes');

create table warehouses (
  account_id bigint not null,
  connection_id bigint not null,
  code text not null,
  name text not null,
  primary key (account_id, connection_id, code),
  foreign key (account_id, connection_id) references connections
);
call make_tenant_table('warehouses');

create table shipping_methods (
  account_id bigint not null,
  connection_id bigint not null,
  code text not null,
  name text not null,
  carrier text not null,
  primary key (account_id, connection_id, code),
  foreign key (account_id, connection_id) references connections
);
call make_tenant_table('shipping_methods');

-- A channel's SKU. product_id null is unlinked: orders that hold it wait.
create table connector_products (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  connector_product_sku text not null,
  connector_product_id text,
  connector_product_location text,
  name text,
  image_url text,
  source_link text,
  stock_id text,
  quantity_available int,
  product_id bigint,
  linked_by bigint references users,
  linked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, connection_id, connector_product_sku),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, product_id) references products
);
create index connector_products_of_product on connector_products (account_id, product_id) where product_id is not null;
call make_tenant_table('connector_products');

-- A channel's shipping code. amware_code null is unmapped.
create table shipping_options (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  connector_code text not null,
  description text,
  amware_code text,
  mapped_by bigint references users,
  mapped_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, connection_id, connector_code),
  foreign key (account_id, connection_id) references connections
);
call make_tenant_table('shipping_options');

-- A channel's location. amware_location null is unmapped.
create table location_mappings (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  internal_id text not null,
  connector_location text not null,
  amware_location text,
  primary key (account_id, id),
  unique (account_id, connection_id, internal_id),
  foreign key (account_id, connection_id) references connections
);
call make_tenant_table('location_mappings');

create table presets (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  field_name text not null,
  field_description text not null default '',
  field_value text not null,
  primary key (account_id, id),
  unique (account_id, connection_id, field_name),
  foreign key (account_id, connection_id) references connections
);
call make_tenant_table('presets');

create table field_mappings (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  source_field text not null,
  source_name text not null default '',
  source_value text not null default '',
  destination_field text not null,
  destination_name text not null default '',
  destination_value text not null default '',
  primary key (account_id, id),
  unique (account_id, connection_id, source_field, source_value, destination_field),
  foreign key (account_id, connection_id) references connections
);
call make_tenant_table('field_mappings');
