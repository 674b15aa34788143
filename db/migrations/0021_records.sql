-- What a person uploaded in place of the warehouse's picture: the next sync leaves it alone.
alter table products
  add column own_image_id bigint,
  -- Small letters, in "C": row-level security keeps LIKE from being an index condition, a range of such text is one.
  add column sku_key text collate "C" not null generated always as (lower(sku)) stored,
  add column name_key text collate "C" not null generated always as (lower(name)) stored,
  add foreign key (account_id, own_image_id) references files;
create index products_by_sku on products (account_id, sku_key, id);
create index products_by_name on products (account_id, name_key, id);
create index products_by_upc on products (account_id, (upc collate "C"), id) where upc is not null;
-- Nobody could use it, for that reason; and of all that is written for a product it cost most.
drop index products_like;

-- What is made into products, or packed around them. Quantities belong to the warehouse.
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
create index raw_materials_by_sku on raw_materials (account_id, sku_key, id);
create index raw_materials_by_name on raw_materials (account_id, name_key, id);
create index raw_materials_by_upc on raw_materials (account_id, (upc collate "C"), id) where upc is not null;
call make_tenant_table('raw_materials');
