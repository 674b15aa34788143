create table issues (
  account_id bigint not null,
  id bigint generated always as identity,
  -- Both null where it is about any other record: the subject names that.
  order_id bigint,
  connection_id bigint,
  -- One of the types in app/issues/types.
  type text not null,
  -- What the issue is about, so that one remedy can resolve many: a SKU, a shipping code, a field.
  subject text not null,
  field text,
  line_id bigint,
  sentence text not null,
  blocking boolean not null default true,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by bigint references users,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, connection_id) references connections
);
comment on table issues is 'Why an order, a connection or any other record needs a person. An issue is open until closed_at.';
create unique index issues_open_on_order on issues (account_id, order_id, type, subject) where closed_at is null and order_id is not null;
create unique index issues_open_without_order on issues (account_id, connection_id, type, subject) nulls not distinct
  where closed_at is null and order_id is null;
-- order_id is included so that Home counts the orders that wait by the type of their issue in the index alone.
create index issues_open_by_cause on issues (account_id, type, connection_id, subject, opened_at) include (order_id) where closed_at is null;
create index issues_of_order on issues (account_id, order_id, id);
call make_tenant_table('issues');

create table outbox (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  kind text not null check (kind in ('submit', 'replace', 'cancel', 'hold', 'release', 'confirm')),
  -- What it is about: a warehouse order, or an order's shipment.
  warehouse_order_id bigint,
  order_id bigint,
  shipment_id bigint,
  key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'done', 'failed', 'dropped')),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  -- The last attempt may have taken effect: ask the other side before repeating it.
  maybe_done boolean not null default false,
  lease_token uuid,
  lease_until timestamptz,
  last_failure text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  -- The person who asked for it. Null for what Crossdock does by itself.
  user_id bigint,
  primary key (account_id, id),
  unique (account_id, connection_id, kind, key),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, warehouse_order_id) references warehouse_orders,
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, shipment_id) references shipments
);
comment on table outbox is
  'Effects on outside systems. Each is written in the transaction that needs it, and a worker sends it, once.';
create index outbox_due on outbox (account_id, connection_id, due_at, id) where state in ('waiting', 'sending');
create index outbox_of_order on outbox (account_id, order_id) where order_id is not null;
create index outbox_of_warehouse_order on outbox (account_id, warehouse_order_id) where warehouse_order_id is not null;
create index outbox_waiting on outbox (due_at) where state in ('waiting', 'sending');
call make_tenant_table('outbox');
grant select (account_id, connection_id, state, due_at, lease_until) on outbox to crossdock_scheduler;
create policy scheduler on outbox for select to crossdock_scheduler using (state in ('waiting', 'sending'));
