-- similarity() suggests which product an unknown SKU means.
create extension if not exists pg_trgm;

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
  -- The picture that a person uploaded in place of the warehouse's. Sync leaves it alone.
  own_image_id bigint,
  -- Lower case, in collation "C": under row-level security an index cannot serve LIKE, but it can serve a range of such text.
  sku_key text collate "C" not null generated always as (lower(sku)) stored,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  primary key (account_id, id),
  unique (account_id, sku),
  foreign key (account_id, own_image_id) references files
);
comment on table products is 'The warehouse''s products, to which order lines are linked.';
create index products_by_sku on products (account_id, sku_key, id);
create index products_by_name on products (account_id, name_key, id);
create index products_by_upc on products (account_id, (upc collate "C"), id) where upc is not null;
call make_tenant_table('products');

create table raw_materials (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  sku text not null,
  name text not null,
  upc text,
  description text,
  category text,
  image_url text,
  own_image_id bigint,
  unit text,
  weight numeric(12, 4),
  warehouse_location text,
  reorder_point int,
  quantity_on_hand int not null default 0,
  quantity_on_hold int not null default 0,
  quantity_available int not null default 0,
  stock_taken_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sku_key text collate "C" not null generated always as (lower(sku)) stored,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  primary key (account_id, id),
  unique (account_id, sku),
  foreign key (account_id, own_image_id) references files
);
comment on table raw_materials is 'What products are made of or packed in. The warehouse decides the quantities.';
create index raw_materials_by_sku on raw_materials (account_id, sku_key, id);
create index raw_materials_by_name on raw_materials (account_id, name_key, id);
create index raw_materials_by_upc on raw_materials (account_id, (upc collate "C"), id) where upc is not null;
call make_tenant_table('raw_materials');

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
comment on table stock_levels is 'The newest count of what is on the shelves, by warehouse, location and lot.';
call make_tenant_table('stock_levels');

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
comment on table stock_changes is 'Every change of a stock level from one count to the next, with its time.';
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
comment on table warehouses is 'The buildings of a warehouse connection.';
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
comment on table shipping_methods is 'The ways in which a warehouse can ship.';
call make_tenant_table('shipping_methods');

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
comment on table connector_products is 'A channel''s SKU and the product that it means. Without a product, orders that contain it wait.';
create index connector_products_of_product on connector_products (account_id, product_id) where product_id is not null;
call make_tenant_table('connector_products');

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
comment on table shipping_options is 'A channel''s shipping code and the warehouse''s for it (amware_code). Null is not mapped.';
call make_tenant_table('shipping_options');

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
comment on table location_mappings is 'A channel''s location and the warehouse''s for it (amware_location). Null is not mapped.';
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
comment on table presets is 'A value that a connection gives to a field of each order sent to the warehouse.';
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
comment on table field_mappings is 'How a field of the channel''s order sets a field of the order sent to the warehouse.';
call make_tenant_table('field_mappings');
