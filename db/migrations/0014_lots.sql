-- Goods that expire: how many days before that they are no longer offered.
alter table accounts add column expiry_days int not null default 0 check (expiry_days between 0 and 3650);
comment on column accounts.expiry_days is 'So many days before a lot expires channels are no longer offered it; 0: from the day on which it expires.';
grant update (expiry_days) on accounts to crossdock_app;
alter table products add column expiry_days int check (expiry_days between 0 and 3650);
alter table raw_materials add column expiry_days int check (expiry_days between 0 and 3650);
comment on column products.expiry_days is 'The same for this product alone; null: as many as the account says.';

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
