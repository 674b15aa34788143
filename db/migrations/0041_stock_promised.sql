-- Stock that ready orders are promised, so that no unit is sold twice.

create table reservations (
  account_id bigint not null,
  order_id bigint not null,
  product_id bigint not null,
  units integer not null check (units > 0),
  reserved_at timestamptz not null default now(),
  accepted_at timestamptz,
  primary key (account_id, order_id, product_id),
  foreign key (account_id, order_id) references orders (account_id, id),
  foreign key (account_id, product_id) references products (account_id, id)
);
create index reservations_of_product on reservations (account_id, product_id);
create index reservations_accepted on reservations (account_id, accepted_at) where accepted_at is not null;
call make_tenant_table('reservations');
comment on table reservations is 'Units of a product that a ready order is promised, until a count of the warehouse that is newer than its acceptance includes them.';
comment on column reservations.accepted_at is 'Since when the warehouse has the order. Null: promised, and not yet with the warehouse.';

alter table products
  add column quantity_promised integer not null default 0 check (quantity_promised >= 0),
  -- No writer can promise more than there is: the second of two that want the last unit fails.
  add column to_promise integer constraint products_never_promised_twice check (to_promise >= 0);
comment on column products.quantity_promised is 'Units of all its reservations. Kept by triggers.';
comment on column products.to_promise is 'Units that may still be promised: what is available less what is promised, never below zero. Null as long as the warehouse has not counted it.';
update products set to_promise = greatest(quantity_available, 0) where stock_taken_at is not null;

create function promise_stock() returns trigger language plpgsql as $$
begin
  update products p set quantity_promised = p.quantity_promised + r.units, to_promise = p.to_promise - r.units
  from (select account_id, product_id, sum(units)::int as units from after_rows group by 1, 2) as r
  where p.account_id = r.account_id and p.id = r.product_id;
  return null;
end $$;
create trigger promise after insert on reservations referencing new table as after_rows
  for each statement execute function promise_stock();

create function free_stock() returns trigger language plpgsql as $$
begin
  -- In one order everywhere, so that two writers do not wait for each other.
  perform from products p where (p.account_id, p.id) in (select account_id, product_id from before_rows) order by p.sku collate "C" for no key update;
  update products p set quantity_promised = p.quantity_promised - r.units,
    to_promise = case when p.to_promise is not null then greatest(p.quantity_available - p.quantity_promised + r.units, 0) end
  from (select account_id, product_id, sum(units)::int as units from before_rows group by 1, 2) as r
  where p.account_id = r.account_id and p.id = r.product_id;
  return null;
end $$;
create trigger free after delete on reservations referencing old table as before_rows
  for each statement execute function free_stock();

-- An order that is taken back from the warehouse, or ends before it gets there, needs its stock no more. What the warehouse has
-- accepted stays until it has been counted.
create function free_stock_of_order() returns trigger language plpgsql as $$
begin
  delete from reservations where account_id = new.account_id and order_id = new.id
    and (accepted_at is null or new.cancelled_at is not null or new.warehouse_order_id is null);
  return null;
end $$;
create trigger free_stock after update of warehouse_order_id, cancelled_at, deleted_at, confirmed_at on orders
  for each row when ((old.warehouse_order_id is not null and new.warehouse_order_id is null) or (old.cancelled_at is null and new.cancelled_at is not null)
    or (old.deleted_at is null and new.deleted_at is not null) or (old.confirmed_at is null and new.confirmed_at is not null))
  execute function free_stock_of_order();
