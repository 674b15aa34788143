create function picture_address(image_url text, warehouse_values jsonb) returns text immutable language sql
return case when jsonb_exists(warehouse_values, 'image_url') and image_url ~* '^https?:' then image_url end;
comment on function picture_address is 'The address elsewhere of a picture that a person or an import named: browsers never load it. Null for any other.';

alter table products
  add fetched_address text,
  add fetched_image_id bigint,
  add fetch_refused text,
  add fetched_at timestamptz,
  add foreign key (account_id, fetched_image_id) references files (account_id, id);
alter table raw_materials
  add fetched_address text,
  add fetched_image_id bigint,
  add fetch_refused text,
  add fetched_at timestamptz,
  add foreign key (account_id, fetched_image_id) references files (account_id, id);

comment on column products.fetched_address is 'The picture_address that was fetched last, with or without success.';
comment on column products.fetched_image_id is 'Our copy of that picture.';
comment on column products.fetch_refused is 'Why there is no copy, as a sentence.';
comment on column raw_materials.fetched_address is 'As of products.';
comment on column raw_materials.fetched_image_id is 'As of products.';
comment on column raw_materials.fetch_refused is 'As of products.';

comment on column products.fetched_at is 'When its picture was fetched last. What was refused is tried again, the oldest first.';
comment on column raw_materials.fetched_at is 'As of products.';

create index products_refused on products (account_id, fetched_at) where fetch_refused is not null;
create index raw_materials_refused on raw_materials (account_id, fetched_at) where fetch_refused is not null;
create index products_to_fetch on products (account_id, id) where picture_address(image_url, warehouse_values) is distinct from fetched_address;
create index raw_materials_to_fetch on raw_materials (account_id, id) where picture_address(image_url, warehouse_values) is distinct from fetched_address;
-- Whoever deletes a file asks whether one of these refers to it.
create index products_fetched on products (account_id, fetched_image_id) where fetched_image_id is not null;
create index raw_materials_fetched on raw_materials (account_id, fetched_image_id) where fetched_image_id is not null;
