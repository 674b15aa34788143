-- The queue itself is Graphile Worker's own, in the schema graphile_worker: migrate() creates it.

create function enqueue_jobs(names text[], payloads json[], queues text[], keys text[], run_ats timestamptz[])
  returns void language plpgsql security definer set search_path = pg_catalog as $$ begin
  perform graphile_worker.add_job(
    identifier => name, payload => payload, queue_name => queue, job_key => key, run_at => coalesce(run_at, now()), max_attempts => 25
  ) from unnest(names, payloads, queues, keys, run_ats) as job (name, payload, queue, key, run_at);
end $$;
comment on function enqueue_jobs is
  'Adds jobs to the queue, one for each position of the arrays, which have one length. It runs as the owner,
so that the roles of the product can add jobs and do nothing else with the queue.';
revoke all on function enqueue_jobs from public;
grant execute on function enqueue_jobs to crossdock_app, crossdock_scheduler;

create table workers (
  id text primary key,
  beat_at timestamptz not null default now()
);
comment on table workers is 'Worker processes that are alive. Others release the jobs of one that died.';
grant select, insert, update, delete on workers to crossdock_app, crossdock_scheduler;

create table files (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- Where the disk or the bucket has it.
  key text not null,
  name text not null,
  content_type text not null,
  bytes bigint not null,
  user_id bigint references users,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table files is 'Stored files: see platform/files.ts.';
call make_tenant_table('files');

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
  -- The bulk action that the run did, so that it can be undone.
  action text,
  undone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
comment on table runs is 'One execution of a sync, an import, an export or a bulk action.';
create index runs_newest on runs (account_id, id desc);
create index runs_of_connection on runs (account_id, connection_id, id desc);
call make_tenant_table('runs');

create table run_targets (
  account_id bigint not null,
  run_id bigint not null,
  record_id bigint not null,
  done_at timestamptz,
  primary key (account_id, run_id, record_id),
  foreign key (account_id, run_id) references runs on delete cascade
);
comment on table run_targets is 'The records that a bulk run works on, fixed when it was confirmed, and which of them are done.';
create index run_targets_waiting on run_targets (account_id, run_id, record_id) where done_at is null;
call make_tenant_table('run_targets');

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
comment on table run_outcomes is 'What happened to the records of a run that were skipped or failed, or that a person asked for.';
create index run_outcomes_of_run on run_outcomes (account_id, run_id, id);
call make_tenant_table('run_outcomes');

create table exports (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null check (kind in ('orders', 'products')),
  run_id bigint not null,
  -- Set together with finished_at, in the transaction that wrote the file: half a file is never ready.
  file_id bigint,
  order_status text,
  connection_id bigint,
  -- From start_at to just before end_at.
  start_at timestamptz,
  end_at timestamptz,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, run_id) references runs,
  foreign key (account_id, file_id) references files,
  foreign key (account_id, connection_id) references connections
);
comment on table exports is 'A file that a person asked for: what it contains, and the run that writes it. It runs until finished_at.';
create unique index exports_running on exports (account_id, kind) where finished_at is null;
create index exports_newest on exports (account_id, kind, id desc);
call make_tenant_table('exports');

-- The first condition decides nearly always, and is cheap: letters, digits and the characters between them.
create function formula_safe(value text) returns text language sql immutable parallel safe
  return case
    when ascii(value) between 65 and 65000 or ascii(value) between 48 and 60 then value
    when value ~ '^[''"]*[=+@\t\r\n＝＋－＠-]' and value !~ '^-[0-9]+(\.[0-9]+)?$' then '''' || value
    else value
  end;
comment on function formula_safe is
  'A text that no spreadsheet reads as a formula: where it begins like one, after any quotes, an apostrophe is put before it.
Reading the file again takes that apostrophe off, so nothing is lost. Plain negative numbers stay as they are.';
