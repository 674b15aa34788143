-- Two connections of different kinds may have the same orders: a shop, and what reads the shop's orders. Which of the two imports them.
create table import_choices (
  account_id bigint not null references accounts,
  low_id bigint not null,
  high_id bigint not null,
  keeps_id bigint not null,
  decided_by bigint references users,
  decided_at timestamptz not null default now(),
  primary key (account_id, low_id, high_id),
  foreign key (account_id, low_id) references connections (account_id, id),
  foreign key (account_id, high_id) references connections (account_id, id),
  check (low_id < high_id and keeps_id in (low_id, high_id))
);
comment on table import_choices is 'Of two connections that have the same orders, the one whose are sent: a person said so. The orders of the other that are the same end.';
call make_tenant_table('import_choices');

alter table orders add column sent_beside boolean not null default false;
comment on column orders.sent_beside is 'A person said that it is another order than the one with its number and recipient that another connection has.';
alter table orders drop constraint orders_ended_by_check;
alter table orders add check (ended_by in ('gone', 'merged', 'same_goods', 'imported_twice'));

create index orders_by_source_number on orders (account_id, source_order_number) where deleted_at is null;
