-- A count of a warehouse's stock takes effect as a whole: see docs/decisions/0041-counts-and-what-left-since.md.
create table stock_counts (
  account_id bigint not null,
  connection_id bigint not null,
  begun_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections
);
comment on table stock_counts is
  'The last whole count of each warehouse, which is what stock_levels are of. Its row is locked by whoever changes them.';
comment on column stock_counts.begun_at is 'No figure of it is of before. What left later is taken off it.';
comment on column stock_counts.ended_at is 'No figure of it is of after. What came later is in none of them.';
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
  primary key (account_id, connection_id, sku, lot, remote_id),
  foreign key (account_id, connection_id) references connections
);
comment on table stock_departures is
  'What left in parcels since the last count of its warehouse began: it is taken off that count, and off the next where it left after that began.';
comment on column stock_departures.left_by is 'By when it had left at the latest.';
comment on column stock_departures.short is 'Units of it that lie nowhere by that count: they came after it, and have left again.';
comment on column stock_departures.warehouse is 'The building that its order was to leave from. Null: any.';
call make_tenant_table('stock_departures');

alter table stock_levels drop column taken_at;
comment on table stock_levels is 'What is on the shelves by the last count, without what left since, by warehouse, location and lot.';
comment on column stock_changes.taken_at is 'When the count began, or by when the latest parcel had left that it is without.';
alter table streams drop column counted_at;

-- A clock without a zone leaves open when goods came.
alter table receipts add column not_before timestamptz;
comment on column receipts.not_before is 'Since when it may have come, where that is not received_at.';
create index receipts_by_time on receipts (account_id, connection_id, (coalesce(not_before, received_at)));
