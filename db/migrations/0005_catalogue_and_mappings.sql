-- similarity() suggests which product an unknown SKU means.
create extension if not exists pg_trgm;

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

-- Categories, and items that people create and edit: what they set survives the warehouse's feed.
create table categories (
  account_id bigint not null references accounts (id),
  id bigint not null generated always as identity,
  kind text not null check (kind in ('products', 'raw_materials')),
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table categories is 'What an account sorts its products and raw materials into.';
create unique index categories_by_name on categories (account_id, kind, lower(name));
call make_tenant_table('categories');

-- Which products are linked is noted product by product, each found by its key. The planner took other ways where nothing was linked when
-- it counted last: through the index of what is linked, or each product beside each link. Of 5,000 links that an import had made it took
-- a minute to take them back. `::int` keeps it from those indexes.
create function mark_linked_products() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  account bigint;
  ids bigint[];
begin
  if tg_op <> 'DELETE' then
    for account, ids in select account_id, array_agg(distinct product_id) from after_rows where product_id is not null group by 1 loop
      update products p set is_linked = true where p.account_id = account and p.id = any (ids) and p.is_linked::int = 0;
    end loop;
  end if;
  if tg_op <> 'INSERT' then
    for account, ids in select account_id, array_agg(distinct product_id) from before_rows where product_id is not null group by 1 loop
      ids := array(select unnest(ids) except
        select product_id from connector_products c where c.account_id = account and c.product_id = any (ids));
      update products p set is_linked = false where p.account_id = account and p.id = any (ids) and p.is_linked::int = 1;
    end loop;
  end if;
  return null;
end $$;

-- They belong to the portal, not to an account: every account reads them, and only super admins write them.
create table mappable_fields (
  id bigint generated always as identity primary key,
  connector text not null check (connector <> ''),
  name text not null check (name <> ''),
  description text not null check (description <> ''),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (connector, name)
);
comment on table mappable_fields is 'Paths into the payloads of a connector’s orders that field mappings may read, beside those that the connector names itself.';
alter table mappable_fields enable row level security, force row level security;
create policy everyone_reads on mappable_fields for select to crossdock_app using (true);
create policy super_writes on mappable_fields to crossdock_app
  using (acts_super())
  with check (acts_super());

create function picture_address(image_url text, warehouse_values jsonb) returns text immutable language sql
return case when jsonb_exists(warehouse_values, 'image_url') and image_url ~* '^https?:' then image_url end;
comment on function picture_address is 'The address elsewhere of a picture that a person or an import named: browsers never load it. Null for any other.';

-- One index of words for every noun: tables of one shape, one way of folding letters, one table of what is to be indexed again.
create function folded(given text) returns text language sql immutable parallel safe
return case when octet_length(given) = char_length(given) then lower(given collate "C")
  else replace(replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD) collate "C",
      '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1ACE\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]',
      '', 'g') collate pg_c_utf8) collate "C", U&'\00F8\0142\0111\00F0\0127\0131\0167\03C2\2018\2019\02BC\2010\2012\2013\2014\2212', 'olddhit' || U&'\03C3' || '''''''-----'),
    U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00FE', 'th')
  end;
comment on function folded is
  'A text as it is compared with what somebody types: small letters without accents, ß as ss, and so on. The same as `fold` in
platform/words/fold.ts; a test compares them. It does not depend on the locale of the database.';

create table products (
  account_id bigint not null,
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
  name_key text collate "C" not null generated always as (folded(name)) stored,
  category_id bigint,
  unit text,
  weight numeric(12, 4),
  reorder_point integer,
  warehouse_values jsonb not null default '{}',
  named_at timestamptz,
  gone_at timestamptz,
  is_linked boolean not null default false,
  in_stock integer not null generated always as (quantity_on_hand - quantity_on_hold) stored,
  quantity_promised integer not null default 0 check (quantity_promised >= 0),
  -- No writer can promise more than there is: the second of two that want the last unit fails.
  to_promise integer constraint products_never_promised_twice check (to_promise >= 0),
  fetched_address text,
  fetched_image_id bigint,
  fetch_refused jsonb,
  fetched_at timestamptz,
  expiry_days int check (expiry_days between 0 and 3650),
  primary key (account_id, id),
  unique (account_id, sku),
  foreign key (account_id, own_image_id) references files,
  foreign key (account_id, category_id) references categories (account_id, id),
  foreign key (account_id, fetched_image_id) references files (account_id, id)
) with (fillfactor = 85);
comment on table products is 'The warehouse''s products, to which order lines are linked.';
comment on column products.warehouse_values is 'Of each field that a person or an import set: what the warehouse calls it.';
comment on column products.named_at is 'When the warehouse first named it; null for what only we know.';
comment on column products.gone_at is 'Since when the warehouse no longer names it.';
comment on column products.is_linked is 'Whether a channel sells it. Kept by triggers.';
comment on column products.in_stock is 'What the specification calls available in stock.';
comment on column products.quantity_promised is 'Units of all its reservations. Kept by triggers.';
comment on column products.to_promise is 'Units that may still be promised: what is available less what is promised, never below zero. Null as long as the warehouse has not counted it.';
comment on column products.fetched_address is 'The picture_address that was fetched last, with or without success.';
comment on column products.fetched_image_id is 'Our copy of that picture.';
comment on column products.fetch_refused is 'Why there is no copy: a code and its values.';
comment on column products.fetched_at is 'When its picture was fetched last. What was refused is tried again, the oldest first.';
comment on column products.expiry_days is 'The same for this product alone; null: as many as the account says.';
create index products_by_sku on products (account_id, sku_key, id);
create index products_by_name on products (account_id, name_key, id);
create index products_by_upc on products (account_id, (upc collate "C"), id) where upc is not null;
-- The filters of the lists, each in the usual order.
create index products_by_category on products (account_id, category_id, sku_key, id) where category_id is not null;
create index products_by_location on products (account_id, warehouse_location, sku_key, id) where warehouse_location is not null;
create index products_out on products (account_id, sku_key, id) where in_stock <= 0 and stock_taken_at is not null;
create index products_unlinked on products (account_id, sku_key, id) where not is_linked;
create index products_gone on products (account_id, sku_key, id) where gone_at is not null;
create index products_by_stock on products (account_id, in_stock, id);
-- Few products of many may be linked. And those below their reorder point that are not linked are counted in the index alone.
create index products_linked on products (account_id, sku_key, id) where is_linked;
create index products_low on products (account_id, sku_key, id) include (is_linked) where in_stock < reorder_point and stock_taken_at is not null;
create index products_refused on products (account_id, fetched_at) where fetch_refused is not null;
create index products_to_fetch on products (account_id, id) where picture_address(image_url, warehouse_values) is distinct from fetched_address;
-- Whoever deletes a file asks whether one of these refers to it.
create index products_fetched on products (account_id, fetched_image_id) where fetched_image_id is not null;
call make_tenant_table('products');

create table raw_materials (
  account_id bigint not null,
  id bigint generated always as identity,
  sku text not null,
  name text not null,
  upc text,
  description text,
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
  name_key text collate "C" not null generated always as (folded(name)) stored,
  category_id bigint,
  warehouse_values jsonb not null default '{}',
  named_at timestamptz,
  gone_at timestamptz,
  in_stock integer not null generated always as (quantity_on_hand - quantity_on_hold) stored,
  fetched_address text,
  fetched_image_id bigint,
  fetch_refused jsonb,
  fetched_at timestamptz,
  expiry_days int check (expiry_days between 0 and 3650),
  primary key (account_id, id),
  unique (account_id, sku),
  foreign key (account_id, own_image_id) references files,
  foreign key (account_id, category_id) references categories (account_id, id),
  foreign key (account_id, fetched_image_id) references files (account_id, id)
);
comment on table raw_materials is 'What products are made of or packed in. The warehouse decides the quantities.';
comment on column raw_materials.fetched_address is 'As of products.';
comment on column raw_materials.fetched_image_id is 'As of products.';
comment on column raw_materials.fetch_refused is 'As of products.';
comment on column raw_materials.fetched_at is 'As of products.';
create index raw_materials_by_sku on raw_materials (account_id, sku_key, id);
create index raw_materials_by_name on raw_materials (account_id, name_key, id);
create index raw_materials_by_upc on raw_materials (account_id, (upc collate "C"), id) where upc is not null;
create index raw_materials_by_category on raw_materials (account_id, category_id, sku_key, id) where category_id is not null;
create index raw_materials_by_location on raw_materials (account_id, warehouse_location, sku_key, id) where warehouse_location is not null;
create index raw_materials_out on raw_materials (account_id, sku_key, id) where in_stock <= 0 and stock_taken_at is not null;
create index raw_materials_by_stock on raw_materials (account_id, in_stock, id);
create index raw_materials_low on raw_materials (account_id, sku_key, id) where in_stock < reorder_point and stock_taken_at is not null;
create index raw_materials_refused on raw_materials (account_id, fetched_at) where fetch_refused is not null;
create index raw_materials_to_fetch on raw_materials (account_id, id) where picture_address(image_url, warehouse_values) is distinct from fetched_address;
create index raw_materials_fetched on raw_materials (account_id, fetched_image_id) where fetched_image_id is not null;
call make_tenant_table('raw_materials');

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
  -- A channel's product as its page lists it: newest first, searched by SKU, id and title, all or those with or without a link.
  upc text,
  deleted_at timestamptz,
  units_per_sale int not null default 1 check (units_per_sale between 1 and 10000),
  sku_key text collate "C" not null generated always as (lower(connector_product_sku)) stored,
  name_key text collate "C" generated always as (folded(name)) stored,
  stock_buffer int check (stock_buffer between 0 and 1000000),
  stock_sent int,
  -- A listing report may say how order lines name a listing: by its id at the marketplace. The channel has no SKU like that: told of its stock, it
  -- refused each.
  is_alias boolean not null default false,
  -- Why a link ended by itself, as a code and its values: what the channel or the warehouse calls by this SKU is no longer the same
  -- article. Null where that never was; without meaning once a person has linked it, or taken its link away. Or that its listings name
  -- several articles, which is so as long as they do.
  doubt jsonb,
  -- The id under which the channel itself listed it last: a file may name it by another id.
  listed_id text,
  -- What the channel itself called a listing when it listed it last, beside listed_id: a file may name it otherwise.
  listed_product_id text,
  listed_stock_id text,
  -- What the channel says of other listings of the same SKU, by their ids; null where there are none.
  other_listings jsonb,
  primary key (account_id, id),
  unique (account_id, connection_id, connector_product_sku),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, product_id) references products
);
comment on table connector_products is 'A channel''s SKU and the product that it means. Without a product, orders that contain it wait.';
comment on column connector_products.deleted_at is 'When a person deleted it. It has no link then, and comes back without one as soon as the channel lists it or an order has it.';
comment on column connector_products.units_per_sale is 'How many units of the product one sale takes: six for a pack of six.';
comment on column connector_products.stock_buffer is 'Units of its product that are kept back from this channel; null where the connection''s own buffer counts.';
comment on column connector_products.stock_sent is 'The quantity that the channel was last told, or that was last rehearsed; null when it has to be told whatever it is.';
comment on column connector_products.is_alias is 'Order lines name it, but the channel has no such SKU, so it is not told of its stock.';
create index connector_products_of_product on connector_products (account_id, product_id) where product_id is not null;
create index connector_products_newest on connector_products (account_id, connection_id, id) where deleted_at is null;
create index connector_products_unlinked on connector_products (account_id, connection_id, id) where deleted_at is null and product_id is null;
create index connector_products_by_sku on connector_products (account_id, sku_key, id);
create index connector_products_by_name on connector_products (account_id, name_key, id) where name_key is not null;
create index connector_products_by_remote_id on connector_products (account_id, connector_product_id collate "C", id) where connector_product_id is not null;
create index connector_products_several on connector_products (account_id, connection_id, connector_product_sku) where other_listings is not null;
call make_tenant_table('connector_products');
create trigger mark_linked after insert on connector_products referencing new table as after_rows
  for each statement execute function mark_linked_products();
create trigger mark_relinked after update on connector_products referencing old table as before_rows new table as after_rows
  for each statement execute function mark_linked_products();
create trigger mark_unlinked after delete on connector_products referencing old table as before_rows
  for each statement execute function mark_linked_products();
