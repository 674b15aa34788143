create table connections (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connector text not null,
  slug text not null,
  name text not null,
  kind text not null check (kind in ('channel', 'warehouse')),
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
  last_failure text,
  last_failure_at timestamptz,
  created_at timestamptz not null default now(),
  disconnected_at timestamptz,
  primary key (account_id, id)
);
comment on table connections is 'An account''s link to an outside system: a sales channel or a warehouse.';
create unique index connections_slug on connections (account_id, slug) where disconnected_at is null;
call make_tenant_table('connections');
grant select (account_id, id, state, kind, blocked_until, disconnected_at) on connections to crossdock_scheduler;
create policy scheduler on connections for select to crossdock_scheduler using (disconnected_at is null);

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
  request jsonb,
  response jsonb,
  -- The person who asked for it. Null for what Crossdock does by itself.
  user_id bigint,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
comment on table exchanges is 'Every request to an outside system with its response, redacted. Bodies are deleted after 14 days.';
create index exchanges_of_connection on exchanges (account_id, connection_id, id desc);
create index exchanges_of_subject on exchanges (account_id, connection_id, subject, id desc) where subject is not null;
create index exchanges_with_bodies on exchanges (account_id, at) where request is not null or response is not null;
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
call make_tenant_table('webhook_deliveries');

create table unreadable_records (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  stream text not null,
  remote_id text,
  reason text not null,
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
