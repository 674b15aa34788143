create table connections (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connector text not null,
  slug text not null,
  name text not null,
  settings jsonb not null default '{}',
  -- The secret settings, sealed as one text by platform/seal.ts. Null once disconnected.
  secrets text,
  webhook_secret text,
  state text not null default 'active' check (state in ('active', 'paused', 'needs_reconnect', 'disconnected')),
  -- What a channel accepts as a confirmation, as its connector declares: see connectors/contract.ts.
  confirms text check (confirms in ('whole_order', 'shipment')),
  -- Links a channel's SKU to the product with the same SKU, without asking.
  link_same_skus boolean not null default true,
  use_time_window_orders boolean not null default false,
  start_sync_time_window_orders smallint not null default 0 check (start_sync_time_window_orders between 0 and 1439),
  end_sync_time_window_orders smallint not null default 0 check (end_sync_time_window_orders between 0 and 1439),
  -- The circuit breaker: after failures in a row, nothing is called before blocked_until.
  failures_in_a_row int not null default 0,
  blocked_until timestamptz,
  last_ok_at timestamptz,
  last_failure jsonb,
  last_failure_at timestamptz,
  created_at timestamptz not null default now(),
  disconnected_at timestamptz,
  -- A connection is whatever its connector is able to do: a channel, a warehouse, a source of purchase orders, or several of them.
  capabilities text[] not null default '{}',
  credential text,
  forbidden jsonb not null default '{}',
  -- A connector that can tell the other side where to send its hints does so by itself, and again when our address has changed.
  hints_base text,
  hints_told_at timestamptz,
  hints_tried_at timestamptz,
  hints_failure jsonb,
  holds boolean not null default false,
  -- When a connection may be called for products, stock and purchase orders, as for orders already.
  use_time_window_products boolean not null default false,
  start_sync_time_window_products smallint not null default 0 check (start_sync_time_window_products between 0 and 1439),
  end_sync_time_window_products smallint not null default 0 check (end_sync_time_window_products between 0 and 1439),
  use_time_window_inventory boolean not null default false,
  start_sync_time_window_inventory smallint not null default 0 check (start_sync_time_window_inventory between 0 and 1439),
  end_sync_time_window_inventory smallint not null default 0 check (end_sync_time_window_inventory between 0 and 1439),
  use_time_window_purchase_orders boolean not null default false,
  start_sync_time_window_purchase_orders smallint not null default 0 check (start_sync_time_window_purchase_orders between 0 and 1439),
  end_sync_time_window_purchase_orders smallint not null default 0 check (end_sync_time_window_purchase_orders between 0 and 1439),
  -- What the references are derived from that an outside system is told of a connection's records. Set when it is first connected, and kept:
  -- the same order has the same reference after a restore, or when its channel is connected again.
  -- The default serves rows that no program of ours makes: their references are like nobody's.
  reference_key text not null default gen_random_uuid()::text,
  -- What a connection's credential belongs to, so that no shop is connected twice, and a credential of another shop is refused.
  identities text[] not null default '{}',
  past_identities text[] not null default '{}',
  identified_as text,
  finds_by_number boolean not null default false,
  catches_up boolean not null default false,
  orders_since timestamptz,
  -- Of a queue a restored database does not get back what it acknowledged: it is read by date then.
  acknowledges boolean not null default false,
  -- Orders that were sold before a channel or a warehouse was connected, or before an account was compared, may have been sent by a database that
  -- is lost, by another account or another system, under a reference that nobody here knows. The warehouse is asked for their numbers first.
  finds_sold_before timestamptz,
  -- The secret that the vendor made for our subscription to its hints, sealed. Ours is webhook_secret.
  vendor_secret text,
  -- Up to which order of the account those of this connection are in buyer_erasures.
  erasures_planned_to bigint not null default 0,
  -- By how many days the orders of a connection were planned: those of another number are looked at anew.
  erasures_days int,
  -- What a warehouse can do with orders that it has. Until its connector has said so, it is taken to be able to.
  holds_released boolean not null default true,
  replaces_released boolean not null default true,
  -- What is taken back at a vendor after the end of a connection survives a process that is killed in between.
  sign_off text,
  -- A consent that is taken back has a name: a person may have consented again by then, and that one stays.
  sign_off_consent text,
  signing_off_at timestamptz,
  signed_off_at timestamptz,
  primary key (account_id, id)
);
comment on column connections.holds_released is 'Whether a warehouse can hold an order that it has, as its connector says.';
comment on column connections.replaces_released is 'Whether a warehouse can change an order that it has, as its connector says.';
comment on table connections is 'An account''s link to an outside system: a sales channel or a warehouse.';
comment on column connections.capabilities is 'What its connector can do, as connectors/contract.ts names it. Kept current by the worker.';
comment on column connections.credential is 'Names the credential without giving it away: connections that share one share tokens and limits.';
comment on column connections.forbidden is 'Streams and effects that its credentials may not do, with the reason; the others go on.';
comment on column connections.hints_base is 'The base of our address when the other side was last told of it. Null: it is to be told.';
comment on column connections.holds is 'Whether it can hold an order, as its connector says.';
comment on column connections.identities is 'What its credential belongs to at the vendor, as connectors/http/identity.ts makes keys. Empty until it was asked.';
comment on column connections.past_identities is 'What it belonged to before and has records of, as a store that is no longer read.';
comment on column connections.identified_as is 'The name of what its credential belongs to, for people.';
comment on column connections.catches_up is 'A channel that was disconnected reads what changed meanwhile: until its stream of orders has been read to the end, nothing of it is released.';
comment on column connections.orders_since is 'Its stream is read from before this date, because it was disconnected meanwhile: orders that are not known come in only when they changed since.';
comment on column connections.acknowledges is 'Its orders come by a queue, and each is acknowledged once it is stored.';
comment on column connections.sign_off is
  'Sealed. Of a connection that has ended: by which settings its consent and our webhook are still to be taken back at the other side.';
comment on column connections.sign_off_consent is 'Which consent the sign-off takes back; null where there was none.';
comment on column connections.signing_off_at is 'Since when the other side is being told; by whoever was killed on the way, no longer after some minutes.';
comment on column connections.signed_off_at is 'When the last sign-off had ended, whatever came of it.';
create unique index connections_slug on connections (account_id, slug) where disconnected_at is null;
create unique index connections_one_warehouse on connections (account_id) where 'warehouse' = any(capabilities) and disconnected_at is null;
call make_tenant_table('connections');
grant select (account_id, id, state, blocked_until, disconnected_at) on connections to crossdock_scheduler;
create policy scheduler on connections for select to crossdock_scheduler using (disconnected_at is null);
grant select (connector, capabilities) on connections to crossdock_scheduler;
grant select (hints_base, hints_tried_at) on connections to crossdock_scheduler;
-- Super admins see where two accounts are connected to the same. Sign-in's role, by which all accounts are listed, compares what live
-- connections belong to; of the rest of a connection it sees nothing.
grant select (account_id, id, slug, name, identities, disconnected_at) on connections to crossdock_sign_in;
create policy sign_in on connections for select to crossdock_sign_in using (disconnected_at is null and identities <> '{}');
-- Two accounts may send to one account of a warehouse: what one of them sent is no sign that the other lost something.
grant select (identities, past_identities) on connections to crossdock_scheduler;
-- What was subscribed to long ago is subscribed to again: some vendors switch a subscription off after failed deliveries.
grant select (hints_told_at) on connections to crossdock_scheduler;

create table streams (
  account_id bigint not null,
  connection_id bigint not null,
  stream text not null,
  cursor jsonb,
  since timestamptz not null default now(),
  every_seconds int not null default 60 check (every_seconds > 0),
  due_at timestamptz not null default now(),
  read_at timestamptz,
  failures int not null default 0,
  -- Until when all that had changed at the other side was read.
  drained_at timestamptz,
  primary key (account_id, connection_id, stream),
  foreign key (account_id, connection_id) references connections
);
comment on table streams is 'How far each stream of a connection has been read (cursor), and when it is read next (due_at).';
create index streams_due on streams (due_at);
call make_tenant_table('streams');
grant select (account_id, connection_id, stream, due_at) on streams to crossdock_scheduler;
create policy scheduler on streams for select to crossdock_scheduler using (true);

create table exchanges (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  at timestamptz not null default now(),
  operation text not null,
  subject text,
  method text not null,
  url text not null,
  status int,
  took_ms int not null,
  outcome text not null,
  -- The person who asked for it. Null for what Crossdock does by itself.
  user_id bigint,
  bodies_id bigint,
  line int,
  reason jsonb,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
comment on table exchanges is 'Every request to an outside system with its response, redacted. Bodies are deleted after 14 days.';
create index exchanges_of_connection on exchanges (account_id, connection_id, id desc);
create index exchanges_of_subject on exchanges (account_id, connection_id, subject, id desc) where subject is not null;
call make_tenant_table('exchanges');

create table rate_buckets (
  account_id bigint not null,
  key text not null,
  -- As connectors/http/limits.ts describes it.
  bucket jsonb not null,
  primary key (account_id, key)
);
comment on table rate_buckets is 'Token buckets that limit the rate of requests. Shared by all workers.';
call make_tenant_table('rate_buckets');

create table webhook_deliveries (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  delivery_id text not null,
  stream text not null,
  remote_ids text[] not null default '{}',
  body text,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, delivery_id),
  foreign key (account_id, connection_id) references connections
);
comment on table webhook_deliveries is
  'Webhooks as they arrived, stored before anything is done with them. They only say what to read again.';
create index webhook_deliveries_waiting on webhook_deliveries (account_id, connection_id, id) where handled_at is null;
-- Finds handled webhooks and changes of stock by their age.
create index webhook_deliveries_handled on webhook_deliveries (account_id, handled_at) where handled_at is not null;
call make_tenant_table('webhook_deliveries');

create table unreadable_records (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  stream text not null,
  remote_id text,
  reason jsonb not null,
  raw json not null,
  fingerprint text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  times_seen int not null default 1,
  settled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, stream, fingerprint),
  foreign key (account_id, connection_id) references connections
);
comment on table unreadable_records is
  'What a channel or warehouse sent that could not become a record. It is stored and shown, never dropped.';
call make_tenant_table('unreadable_records');

create table connection_tokens (
  account_id bigint not null references accounts,
  key text not null,
  -- All three are sealed by platform/seal.ts. kept_before is dropped when what replaced it has served once.
  token text,
  kept text,
  kept_before text,
  expires_at timestamptz,
  kept_ends_at timestamptz,
  -- While one process asks for a token, the others wait.
  granting_until timestamptz,
  changed_at timestamptz not null default now(),
  primary key (account_id, key)
);
comment on table connection_tokens is 'Tokens that sign connections in, by credential, and what renews them. Sealed.';
call make_tenant_table('connection_tokens');

-- A limit that a vendor sets for a whole application holds for every account that uses it: their requests are counted together.
create table application_limits (
  -- Names the connector and a digest of the application; says nothing of an account.
  key text primary key,
  -- As connectors/http/limits.ts describes it.
  bucket jsonb not null
);
comment on table application_limits is 'Counts of requests that all accounts of one application at a vendor share. rate_buckets has the others.';

-- The headers and bodies of the exchanges that were written together, packed: one JSON text a line. They are kept for a shorter time
-- than the exchanges, which then refer to nothing.
create table exchange_bodies (
  account_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  packed bytea storage external not null,
  primary key (account_id, id)
);
create index exchange_bodies_by_age on exchange_bodies (account_id, at);
call make_tenant_table('exchange_bodies');

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
  foreign key (account_id, keeps_id) references connections (account_id, id),
  check (low_id <= high_id)
);
comment on table import_choices is 'Of two connections that have the same orders, the one whose are sent: a person said so. The orders of the other that are the same end.';
call make_tenant_table('import_choices');

-- References of ours that a warehouse names and that this database never sent: it may have lost what sent them.
create table unknown_references (
  account_id bigint not null,
  connection_id bigint not null,
  reference text not null,
  stream text not null,
  place jsonb,
  order_numbers text[] not null default '{}',
  named_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (account_id, connection_id, reference),
  foreign key (account_id, connection_id) references connections (account_id, id)
);
comment on column unknown_references.place is 'The cursor of the stream before the page that named it.';
comment on column unknown_references.settled_at is 'A person said that nothing is to be done about it.';
call make_tenant_table('unknown_references');

create table cut_off_jobs (
  digest text primary key,
  workers int not null default 1,
  cut_off_at timestamptz not null default now()
);
comment on table cut_off_jobs is
  'Jobs that workers had in hand when they died, by a digest of name and payload, which a job that is enqueued again shares. Kept until it ends in order, a day at most.';
comment on column cut_off_jobs.workers is 'So many died over it one after another.';
grant select, insert, update, delete on cut_off_jobs to crossdock_queue;

create table comparisons (
  account_id bigint not null,
  connection_id bigint not null,
  begun_at timestamptz not null default now(),
  reason jsonb not null,
  known_until timestamptz not null,
  -- The cursors from before, to be read from once more when it is known here what the channels have.
  places jsonb not null default '{}',
  -- When reading from there began; null until the channels were read.
  again_at timestamptz,
  run_id bigint,
  finished_at timestamptz,
  life text not null default database_life(),
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections
);
comment on table comparisons is 'Connections that are compared with what Crossdock knows, after a restore. Nothing is sent to them until it is finished.';
comment on column comparisons.life is 'The life of the database in which it began: a stream begins one at most once a day in each.';
create index comparisons_open on comparisons (account_id) where finished_at is null;
call make_tenant_table('comparisons');
grant select (account_id, connection_id, finished_at) on comparisons to crossdock_scheduler;
create policy scheduler on comparisons for select to crossdock_scheduler using (finished_at is null);

-- Consents that people were sent to a vendor for, until they come back, within minutes: each is used once, in the session that began it.
-- `state` is a digest; `form` is sealed: what was entered, and what proves that whoever comes back with the code is who asked for it.
create table consents (
  account_id bigint not null references accounts (id),
  id bigint not null generated always as identity,
  user_id bigint not null references users (id) on delete cascade,
  session_id bigint not null,
  connector text not null,
  state bytea not null,
  form text not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
call make_tenant_table('consents');
create index consents_of_session on consents (account_id, session_id);

-- What a vendor says of everybody who consented to our application comes to one address: whose connection it is about.
create table consented_shops (
  account_id bigint not null,
  connection_id bigint not null,
  -- What the connection belongs to, as connections.identities has it: it names the connector, too.
  key text not null,
  primary key (account_id, connection_id, key),
  foreign key (account_id, connection_id) references connections
);
comment on table consented_shops is
  'What connections belong to that were made by consent to our application at a vendor. Kept when one is disconnected: the vendor may have something to say after that.';
create index consented_shops_by_key on consented_shops (key);
call make_tenant_table('consented_shops');
grant select on consented_shops to crossdock_scheduler;
create policy scheduler on consented_shops for select to crossdock_scheduler using (true);
