-- Categories, and items that people create and edit: what they set survives the warehouse's feed.

create table categories (
  account_id bigint not null references accounts (id),
  id bigint not null generated always as identity,
  kind text not null check (kind in ('products', 'raw_materials')),
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index categories_by_name on categories (account_id, kind, lower(name));
call make_tenant_table('categories');
comment on table categories is 'What an account sorts its products and raw materials into.';

alter table products
  add column category_id bigint,
  add column unit text,
  add column weight numeric(12, 4),
  add column reorder_point integer,
  add column warehouse_values jsonb not null default '{}',
  add column named_at timestamptz,
  add column gone_at timestamptz,
  add column is_linked boolean not null default false,
  add column in_stock integer not null generated always as (quantity_on_hand - quantity_on_hold) stored,
  add foreign key (account_id, category_id) references categories (account_id, id);
alter table raw_materials
  add column category_id bigint,
  add column warehouse_values jsonb not null default '{}',
  add column named_at timestamptz,
  add column gone_at timestamptz,
  add column in_stock integer not null generated always as (quantity_on_hand - quantity_on_hold) stored,
  add foreign key (account_id, category_id) references categories (account_id, id);

comment on column products.warehouse_values is 'Of each field that a person or an import set: what the warehouse calls it.';
comment on column products.named_at is 'When the warehouse first named it; null for what only we know.';
comment on column products.gone_at is 'Since when the warehouse no longer names it.';
comment on column products.is_linked is 'Whether a channel sells it. Kept by triggers.';
comment on column products.in_stock is 'What the specification calls available in stock.';

-- Until now every product came from the warehouse.
update products set named_at = created_at;
update products p set is_linked = true where exists (select from connector_products c where c.account_id = p.account_id and c.product_id = p.id);
insert into categories (account_id, kind, name)
  select distinct on (account_id, lower(category)) account_id, 'raw_materials', category from raw_materials where category <> '' order by account_id, lower(category), category;
update raw_materials m set category_id = c.id from categories c where c.account_id = m.account_id and c.kind = 'raw_materials' and lower(c.name) = lower(m.category);
alter table raw_materials drop column category;

-- The filters of the lists, each in the usual order.
create index products_by_category on products (account_id, category_id, sku_key, id) where category_id is not null;
create index products_by_location on products (account_id, warehouse_location, sku_key, id) where warehouse_location is not null;
create index products_low on products (account_id, sku_key, id) where in_stock < reorder_point;
create index products_out on products (account_id, sku_key, id) where in_stock <= 0 and stock_taken_at is not null;
create index products_unlinked on products (account_id, sku_key, id) where not is_linked;
create index products_gone on products (account_id, sku_key, id) where gone_at is not null;
create index products_by_stock on products (account_id, in_stock, id);
create index raw_materials_by_category on raw_materials (account_id, category_id, sku_key, id) where category_id is not null;
create index raw_materials_by_location on raw_materials (account_id, warehouse_location, sku_key, id) where warehouse_location is not null;
create index raw_materials_low on raw_materials (account_id, sku_key, id) where in_stock < reorder_point;
create index raw_materials_out on raw_materials (account_id, sku_key, id) where in_stock <= 0 and stock_taken_at is not null;
create index raw_materials_by_stock on raw_materials (account_id, in_stock, id);

-- Marks products that were linked or unlinked. Writes only where that changes: order lines of all channels refer to these rows.
create function mark_linked_products() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    update products p set is_linked = true
    from (select distinct account_id, product_id from after_rows where product_id is not null) as linked
    where p.account_id = linked.account_id and p.id = linked.product_id and not p.is_linked;
  end if;
  if tg_op <> 'INSERT' then
    update products p set is_linked = false
    from (select distinct account_id, product_id from before_rows where product_id is not null) as unlinked
    where p.account_id = unlinked.account_id and p.id = unlinked.product_id and p.is_linked
      and not exists (select from connector_products c where c.account_id = p.account_id and c.product_id = p.id);
  end if;
  return null;
end $$;
create trigger mark_linked after insert on connector_products referencing new table as after_rows
  for each statement execute function mark_linked_products();
create trigger mark_relinked after update on connector_products referencing old table as before_rows new table as after_rows
  for each statement execute function mark_linked_products();
create trigger mark_unlinked after delete on connector_products referencing old table as before_rows
  for each statement execute function mark_linked_products();

-- Which orders contain a product: for its page, and for the check of references when it is deleted.
create index order_lines_of_product on order_lines (account_id, product_id, order_id) where product_id is not null;
