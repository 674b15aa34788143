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
  sentence jsonb not null,
  blocking boolean not null default true,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by bigint references users,
  -- An issue may be a purchase order's.
  purchase_order_id bigint,
  is_suggested boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, purchase_order_id) references purchase_orders
);
comment on table issues is 'Why an order, a connection or any other record needs a person. An issue is open until closed_at.';
comment on column issues.is_suggested is 'It is certain what mends it: it waits for a person to accept that.';
create unique index issues_open_on_order on issues (account_id, order_id, type, subject) where closed_at is null and order_id is not null;
-- order_id is included so that Home counts the orders that wait by the type of their issue in the index alone.
create index issues_open_by_cause on issues (account_id, type, connection_id, subject, opened_at) include (order_id) where closed_at is null;
create index issues_of_order on issues (account_id, order_id, id);
create index issues_of_purchase_order on issues (account_id, purchase_order_id, id) where purchase_order_id is not null;
create unique index issues_open_without_order on issues (account_id, connection_id, type, subject) nulls not distinct
  where closed_at is null and order_id is null and purchase_order_id is null;
create unique index issues_open_on_purchase_order on issues (account_id, purchase_order_id, type, subject) where closed_at is null and purchase_order_id is not null;
-- How many incomplete addresses have a suggestion is counted from an index, rather than by reading their orders.
create index issues_suggested on issues (account_id, type, order_id) where closed_at is null and is_suggested;
-- A program lists open issues by their ids, behind however many that were closed since.
create index issues_open on issues (account_id, id) where closed_at is null;
call make_tenant_table('issues');

create table outbox (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  kind text not null,
  -- What it is about: a warehouse order, or an order's shipment.
  warehouse_order_id bigint,
  order_id bigint,
  shipment_id bigint,
  key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'done', 'failed', 'dropped')),
  check (kind <> ''),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  -- The last attempt may have taken effect: ask the other side before repeating it.
  maybe_done boolean not null default false,
  lease_token uuid,
  lease_until timestamptz,
  last_failure jsonb,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  -- The person who asked for it. Null for what Crossdock does by itself.
  user_id bigint,
  ticket text,
  -- A confirmation that the other side took and never settles would wait for ever, seen by nobody.
  ticket_since timestamptz,
  -- What is sent about it: its announcement, and what is booked.
  asn_id bigint,
  booking_id bigint,
  run_id bigint,
  -- The other side is asked for the order number too before anything is sent: where we may not know what it was sent, as after a restore.
  by_number boolean not null default false,
  -- The stock that was sent under a ticket: by the time it is settled there may be more or less. Null once it has to be sent anew
  -- whatever becomes of the ticket.
  ticket_quantity int,
  -- Whoever looks for what became of a request finds its id in the log of what it queued.
  cause text check (length(cause) <= 100),
  -- A warehouse may say that it does not have an order which it has not taken in yet: it is asked again before that counts.
  missing_since timestamptz,
  -- An order's trace goes on when its effects are sent. Empty, and so of no size, where it is not a sample.
  trace text check (length(trace) <= 60),
  primary key (account_id, id),
  unique (account_id, connection_id, kind, key),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, warehouse_order_id) references warehouse_orders,
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, shipment_id) references shipments,
  foreign key (account_id, asn_id) references asns,
  foreign key (account_id, booking_id) references bookings,
  foreign key (account_id, run_id) references runs (account_id, id)
);
comment on table outbox is
  'Effects on outside systems. Each is written in the transaction that needs it, and a worker sends it, once.';
comment on column outbox.ticket is 'The other side has taken it and does not know yet what becomes of it: it is asked by this ticket.';
comment on column outbox.ticket_since is 'When the other side took it and gave its ticket.';
comment on column outbox.run_id is 'The run that waits for it.';
comment on column outbox.cause is 'The id of the request or job that began what it belongs to.';
comment on column outbox.missing_since is 'Since when the warehouse says that it does not have what may have arrived there.';
comment on column outbox.trace is 'The trace that it goes on with, as a traceparent of W3C Trace Context.';
create index outbox_of_order on outbox (account_id, order_id) where order_id is not null;
create index outbox_of_warehouse_order on outbox (account_id, warehouse_order_id) where warehouse_order_id is not null;
-- What waits is few most of the time, and then is much. Nothing but a statement that means all of it, and says so by a second condition that is
-- always true, finds it by one of these three: see app/shared/outbox/all-waiting.ts.
create index outbox_waiting on outbox (due_at) where state in ('waiting', 'sending') and account_id > 0;
create index outbox_of_asn on outbox (account_id, asn_id) where asn_id is not null;
create index outbox_of_booking on outbox (account_id, booking_id) where booking_id is not null;
create index outbox_of_run on outbox (account_id, run_id) where run_id is not null;
create index outbox_due on outbox (account_id, connection_id, due_at, id)
  where state in ('waiting', 'sending') and due_at > '-infinity' and kind <> 'stock';
create index outbox_stock_due on outbox (account_id, connection_id, due_at, id)
  where state in ('waiting', 'sending') and due_at > '-infinity' and kind = 'stock';
create index outbox_failed on outbox (account_id, connection_id, id) where state = 'failed';
create index outbox_pending_stock on outbox (account_id) where ticket_quantity is not null;
-- What was refused in another system's words, where a buyer's words are searched for.
create index outbox_with_failure on outbox (account_id, id) where last_failure is not null;
-- Finds sent effects that still keep what they were sent with: see app/shared/outbox/slim.ts.
create index outbox_with_traces on outbox (account_id, id) where state = 'done' and (user_id is not null or ticket is not null or trace is not null);
call make_tenant_table('outbox');
grant select (account_id, connection_id, kind, state, due_at, lease_until) on outbox to crossdock_scheduler;
create policy scheduler on outbox for select to crossdock_scheduler using (state in ('waiting', 'sending'));
