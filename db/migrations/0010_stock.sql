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
  primary key (account_id, connection_id, sku, warehouse, location, lot),
  foreign key (account_id, connection_id) references connections
) with (fillfactor = 50);
comment on table stock_levels is 'What is on the shelves by the last count, without what left since, by warehouse, location and lot.';
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
comment on column stock_changes.taken_at is 'When the count began, or by when the latest parcel had left that it is without.';
create index stock_changes_of_sku on stock_changes (account_id, sku, taken_at desc);
call make_tenant_table('stock_changes');

create table stock_lots (
  account_id bigint not null,
  connection_id bigint not null,
  sku text not null,
  warehouse text not null,
  location text not null,
  lot text not null,
  expires_on date,
  serials text[] not null default '{}',
  taken_at timestamptz not null,
  available int not null default 0,
  not_offered_from date,
  is_offered boolean not null default true,
  primary key (account_id, connection_id, sku, warehouse, location, lot),
  foreign key (account_id, connection_id) references connections (account_id, id)
);
comment on table stock_lots is 'When what lies at a place of stock_levels expires, and its serial numbers, as the newest count has it. A place of which the warehouse says neither has no row.';
comment on column stock_lots.available is 'Units of the last count that ended, as the totals of products are of it.';
comment on column stock_lots.not_offered_from is 'The first day on which channels are not offered it, by the days of its product or account.';
comment on column stock_lots.is_offered is 'Whether that day is still to come: settled when one of both changes, and when the day has come.';
create index stock_lots_expiring on stock_lots (account_id, not_offered_from) where is_offered;
create index stock_lots_not_offered on stock_lots (account_id, sku) where not is_offered;
call make_tenant_table('stock_lots');

-- A count of a warehouse's stock takes effect as a whole: see docs/decisions/0041-counts-and-what-left-since.md.
create table stock_counts (
  account_id bigint not null,
  connection_id bigint not null,
  begun_at timestamptz,
  ended_at timestamptz,
  short_since timestamptz,
  short_begun_at timestamptz,
  short_ended_at timestamptz,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections,
  check ((short_since is null) = (short_begun_at is null) and (short_since is null) = (short_ended_at is null))
);
comment on table stock_counts is
  'The last whole count of each warehouse, which is what stock_levels are of. Its row is locked by whoever changes them.';
comment on column stock_counts.begun_at is 'No figure of it is of before. What left later is taken off it.';
comment on column stock_counts.ended_at is 'No figure of it is of after. What came later is in none of them.';
comment on column stock_counts.short_since is 'Since when each count names so few products that none of them is used. Null: the last one is used.';
comment on column stock_counts.short_begun_at is
  'When the newest of them began: its rows are kept in counted_rows, so that a person can have it used.';
comment on column stock_counts.short_ended_at is 'No figure of it is of after.';
call make_tenant_table('stock_counts');

create table counted_rows (
  account_id bigint not null,
  connection_id bigint not null,
  begun_at timestamptz not null,
  sku text not null,
  warehouse text not null,
  location text not null,
  lot text not null,
  on_hand int not null,
  allocated int not null,
  on_hold int not null,
  available int not null,
  primary key (account_id, connection_id, sku, warehouse, location, lot),
  foreign key (account_id, connection_id) references connections
);
comment on table counted_rows is 'The pages of a count that were read so far. Nobody is told of them before the last one.';
call make_tenant_table('counted_rows');

create table stock_departures (
  account_id bigint not null,
  connection_id bigint not null,
  remote_id text not null,
  sku text not null,
  lot text not null,
  warehouse text,
  units int not null check (units > 0),
  short int not null default 0,
  left_by timestamptz not null,
  -- What leaves without an order of ours was promised to nobody: it is taken off what is available, too.
  is_unpromised boolean not null default false,
  primary key (account_id, connection_id, sku, lot, remote_id),
  foreign key (account_id, connection_id) references connections
);
comment on table stock_departures is
  'What left in parcels since the last count of its warehouse began: it is taken off that count, and off the next where it left after that began.';
comment on column stock_departures.left_by is 'By when it had left at the latest.';
comment on column stock_departures.short is 'Units of it that lie nowhere by that count: they came after it, and have left again.';
comment on column stock_departures.warehouse is 'The building that its order was to leave from. Null: any.';
comment on column stock_departures.is_unpromised is
  'It left in a parcel of no order of ours, as what goes back to a vendor does: until a count, what is available has it.';
call make_tenant_table('stock_departures');

-- Stock that ready orders are promised, so that no unit is sold twice.
create table reservations (
  account_id bigint not null,
  order_id bigint not null,
  product_id bigint not null,
  units integer not null check (units > 0),
  reserved_at timestamptz not null default now(),
  accepted_at timestamptz,
  -- What the first parcel took and what the second keeps are counted and freed apart.
  part integer not null default 1 check (part in (1, 2)),
  primary key (account_id, order_id, product_id, part),
  foreign key (account_id, order_id) references orders (account_id, id),
  foreign key (account_id, product_id) references products (account_id, id)
);
comment on table reservations is 'Units of a product that a ready order is promised, until a count of the warehouse that is newer than its acceptance includes them.';
comment on column reservations.accepted_at is 'Since when the warehouse has the order. Null: promised, and not yet with the warehouse.';
comment on column reservations.part is 'The parcel of its order that it is for.';
create index reservations_of_product on reservations (account_id, product_id);
create index reservations_accepted on reservations (account_id, accepted_at) where accepted_at is not null;
call make_tenant_table('reservations');

-- Units by product, of the one account that a statement concerns at a time.
create function promise_stock() returns trigger language plpgsql as $$
declare
  account bigint;
  ids bigint[];
  units int[];
begin
  for account, ids, units in
    select r.account_id, array_agg(r.product_id), array_agg(r.units)
    from (select a.account_id, a.product_id, sum(a.units)::int as units from after_rows a group by 1, 2) as r group by 1
  loop
    update products p set quantity_promised = p.quantity_promised + units[array_position(ids, p.id)],
      to_promise = p.to_promise - units[array_position(ids, p.id)]
    where p.account_id = account and p.id = any (ids);
  end loop;
  return null;
end $$;
create trigger promise after insert on reservations referencing new table as after_rows
  for each statement execute function promise_stock();

create function free_stock() returns trigger language plpgsql as $$
declare
  account bigint;
  ids bigint[];
  units int[];
begin
  for account, ids, units in
    select r.account_id, array_agg(r.product_id), array_agg(r.units)
    from (select b.account_id, b.product_id, sum(b.units)::int as units from before_rows b group by 1, 2) as r group by 1
  loop
    -- In one order everywhere, so that two writers do not wait for each other.
    perform from products p where p.account_id = account and p.id = any (ids) order by p.sku collate "C" for no key update;
    update products p set quantity_promised = p.quantity_promised - units[array_position(ids, p.id)],
      to_promise = case when p.to_promise is not null
        then greatest(p.quantity_available - p.quantity_promised + units[array_position(ids, p.id)], 0) end
    where p.account_id = account and p.id = any (ids);
  end loop;
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
comment on table stock_settings is 'How a channel is told of stock: at which location of its own, how many units of each product are kept back, and whether it is told or only rehearsed.';
call make_tenant_table('stock_settings');

-- What channels were told of stock, and what they replied.
create table stock_pushes (
  account_id bigint not null,
  id bigint not null generated always as identity,
  connection_id bigint not null,
  connector_product_id bigint not null,
  quantity int,
  location_id text,
  outcome text not null check (outcome in ('sent', 'rehearsed', 'refused')),
  reason jsonb,
  at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections (account_id, id),
  foreign key (account_id, connector_product_id) references connector_products (account_id, id)
);
create index stock_pushes_of_product on stock_pushes (account_id, connector_product_id, id desc);
create index stock_pushes_old on stock_pushes (account_id, at);
call make_tenant_table('stock_pushes');

create table stock_due (
  account_id bigint not null,
  id bigint generated always as identity,
  connector_product_id bigint not null,
  anew boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, connector_product_id) references connector_products (account_id, id) on delete cascade
);
comment on table stock_due is
  'Listings whose channel may have to be told another stock, written in the transaction that changed it. Rows are only inserted and
deleted, never updated, so that no writer waits for another.';
comment on column stock_due.anew is 'The channel is told whatever it was told before, because its quantity has moved since.';
create index stock_due_of_listing on stock_due (account_id, connector_product_id);
call make_tenant_table('stock_due');
