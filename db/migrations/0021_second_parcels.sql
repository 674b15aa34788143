-- An order that a person splits goes to the warehouse as two warehouse orders, the second once the first has left.
alter table orders add column is_split boolean not null default false;
comment on column orders.is_split is 'Whether a person put some of it into a second parcel, which goes to the warehouse once the first has left.';
alter table orders add column second_ended_at timestamptz check (second_ended_at is null or is_split);
comment on column orders.second_ended_at is 'When it was decided that the second parcel is not sent.';
alter table order_lines add column later_quantity integer not null default 0 check (later_quantity >= 0);
comment on column order_lines.later_quantity is 'How many of its quantity go in the second parcel.';
create index orders_split on orders (account_id, id)
  where is_split and units_shipped > 0 and cancelled_at is null and confirmed_at is null and deleted_at is null;

-- Parcels of the first may become known after the order has gone on to the second.
alter table warehouse_orders add column followed_by bigint;
comment on column warehouse_orders.followed_by is 'The warehouse order by which the rest of its order went.';

-- What the first parcel took and what the second keeps are counted and freed apart.
alter table reservations add column part integer not null default 1 check (part in (1, 2));
comment on column reservations.part is 'The parcel of its order that it is for.';
alter table reservations drop constraint reservations_pkey, add primary key (account_id, order_id, product_id, part);
