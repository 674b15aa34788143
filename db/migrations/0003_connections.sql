-- An account's own link to an outside system.
create table connections (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connector text not null,
  slug text not null,
  name text not null,
  kind text not null check (kind in ('channel', 'warehouse')),
  settings jsonb not null default '{}',
  -- The secret settings, sealed as one text by platform/seal.ts; null once disconnected.
  secrets text,
  webhook_secret text,
  state text not null default 'active' check (state in ('active', 'paused', 'needs_reconnect', 'disconnected')),
  -- What a channel takes as a confirmation, as its connector says: see connectors/contract.ts.
  confirms text check (confirms in ('whole_order', 'shipment')),
  -- SKUs that read the same on both sides are linked without asking.
  link_same_skus boolean not null default true,
  use_time_window_orders boolean not null default false,
  start_sync_time_window_orders smallint not null default 0 check (start_sync_time_window_orders between 0 and 1439),
  end_sync_time_window_orders smallint not null default 0 check (end_sync_time_window_orders between 0 and 1439),
  -- Health and the circuit: after failures in a row nothing is called before blocked_until.
  failures_in_a_row int not null default 0,
  blocked_until timestamptz,
  last_ok_at timestamptz,
  last_failure text,
  last_failure_at timestamptz,
  created_at timestamptz not null default now(),
  disconnected_at timestamptz,
  primary key (account_id, id)
);
create unique index connections_slug on connections (account_id, slug) where disconnected_at is null;
call make_tenant_table('connections');
grant select (account_id, id, state, kind, blocked_until, disconnected_at) on connections to crossdock_scheduler;
create policy scheduler on connections for select to crossdock_scheduler using (disconnected_at is null);

-- Where each stream of a connection stands. due_at is when it is to be read next.
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
create index streams_due on streams (due_at);
call make_tenant_table('streams');
grant select (account_id, connection_id, stream, due_at) on streams to crossdock_scheduler;
create policy scheduler on streams for select to crossdock_scheduler using (true);

-- One execution of a sync, import, export or bulk action.
create table runs (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null check (kind in ('sync', 'import', 'export', 'bulk', 'remedy', 'replay')),
  subject text not null,
  connection_id bigint,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  total int,
  done int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  sentence text,
  requested_by bigint references users,
  started_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
create index runs_newest on runs (account_id, id desc);
create index runs_of_connection on runs (account_id, connection_id, id desc);
call make_tenant_table('runs');

-- What happened to each row of a run that was not simply done, or that a person asked for.
create table run_outcomes (
  account_id bigint not null,
  id bigint generated always as identity,
  run_id bigint not null,
  outcome text not null check (outcome in ('done', 'skipped', 'failed')),
  record_type text not null,
  record_id bigint,
  label text not null,
  reason text,
  primary key (account_id, id),
  foreign key (account_id, run_id) references runs on delete cascade
);
create index run_outcomes_of_run on run_outcomes (account_id, run_id, id);
call make_tenant_table('run_outcomes');

-- Every exchange with an outside system, redacted; bodies are dropped after 14 days.
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
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
create index exchanges_of_connection on exchanges (account_id, connection_id, id desc);
create index exchanges_of_subject on exchanges (account_id, connection_id, subject, id desc) where subject is not null;
create index exchanges_with_bodies on exchanges (account_id, at) where request is not null or response is not null;
call make_tenant_table('exchanges');

-- Token buckets, shared by every worker.
create table rate_buckets (
  account_id bigint not null,
  key text not null,
  -- As connectors/http/limits.ts describes it.
  bucket jsonb not null,
  primary key (account_id, key)
);
call make_tenant_table('rate_buckets');

-- Webhooks as they came: hints, stored before anything is done with them.
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
create index webhook_deliveries_waiting on webhook_deliveries (account_id, connection_id, id) where handled_at is null;
call make_tenant_table('webhook_deliveries');

-- What a channel or warehouse sent that could not become a record: kept and shown, never dropped.
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
call make_tenant_table('unreadable_records');

-- Worker processes that are alive. What a dead one held is given back by the others.
create table workers (
  id text primary key,
  beat_at timestamptz not null default now()
);
