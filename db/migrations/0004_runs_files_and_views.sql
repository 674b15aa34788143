create table workers (
  id text primary key,
  beat_at timestamptz not null default now()
);
comment on table workers is 'Worker processes that are alive. Others release the jobs of one that died.';
grant select, insert, update, delete on workers to crossdock_app, crossdock_scheduler;
grant select on workers to crossdock_queue;
-- Whoever gives back the jobs of a worker that was killed deletes its row in the same statement.
grant delete on workers to crossdock_queue;

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
  uploaded boolean not null default false,
  primary key (account_id, id)
);
comment on table files is 'Stored files: see platform/files.ts.';
comment on column files.uploaded is 'By a person, so that it counts towards the quota of the account.';
create index files_uploaded on files (account_id) include (bytes) where uploaded;
call make_tenant_table('files');

create table runs (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null check (kind in ('sync', 'import', 'export', 'bulk', 'action', 'remedy', 'replay', 'comparison')),
  subject jsonb not null,
  connection_id bigint,
  state text not null default 'running' check (state in ('prepared', 'running', 'done', 'failed', 'cancelled')),
  total int,
  done int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  sentence jsonb,
  requested_by bigint references users,
  started_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The bulk action that the run did, so that it can be undone.
  action text,
  undone_at timestamptz,
  -- Which records a bulk run works on: what undoes it depends on that.
  entity text,
  terms jsonb,
  undoes bigint,
  undoable boolean not null default false,
  -- Links and mappings first.
  change_group_id bigint,
  -- What an agent prepared with a key waits for a person, who starts it or declines it.
  proposed_by text check (char_length(proposed_by) between 1 and 200),
  proposed_key_id bigint,
  nothing_leaves boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
comment on table runs is 'One execution of a sync, an import, an export or a bulk action.';
comment on column runs.subject is 'What it works on, or what was done to what: a code and values.';
comment on column runs.entity is 'The noun whose records it works on; null where it works on none.';
comment on column runs.terms is 'With what its action is performed, as a person chose it.';
comment on column runs.undoes is 'The run that this one takes back.';
comment on column runs.undoable is 'There is something to take back.';
comment on column runs.change_group_id is 'What the action changed, by which it is undone: a group of changes.';
comment on column runs.proposed_by is
  'The API key that prepared it and what its program calls itself. A person has to start it; null for what a person prepared.';
comment on column runs.proposed_key_id is 'That key: it alone hears what became of the run.';
comment on column runs.nothing_leaves is
  'Nobody who may release orders has looked at it: records by whose change another order may leave stay as they are. Of what an agent
prepared, this says that no person started it.';
create index runs_newest on runs (account_id, id desc);
create index runs_of_connection on runs (account_id, connection_id, id desc);
create index runs_prepared on runs (account_id, requested_by, id) where state = 'prepared';
create index runs_of_people on runs (account_id, id desc) where requested_by is not null and kind <> 'sync';
create index runs_proposed on runs (account_id, proposed_key_id, id) where proposed_key_id is not null;
call make_tenant_table('runs');

create table run_outcomes (
  account_id bigint not null,
  id bigint generated always as identity,
  run_id bigint not null,
  outcome text not null check (outcome in ('done', 'skipped', 'failed', 'waiting')),
  record_type text not null,
  record_id bigint,
  label text not null,
  reason jsonb,
  primary key (account_id, id),
  foreign key (account_id, run_id) references runs on delete cascade
);
comment on table run_outcomes is 'What happened to the records of a run that were skipped or failed, or that a person asked for.';
create index run_outcomes_of_run on run_outcomes (account_id, run_id, id);
call make_tenant_table('run_outcomes');

-- A row of a run may wait for a channel that has taken it.
create table uploads_under_way (
  account_id bigint not null,
  run_id bigint not null,
  product_id bigint not null,
  -- The connection, a hyphen, and the channel's own id of the profile.
  profile text not null,
  -- As people know the profile; empty until the channel has said so.
  name text not null default '',
  -- The channel is asked by it what became of the product; null while the product is to be sent.
  ticket text,
  -- When it is sent or asked for. Null once it is settled.
  due_at timestamptz default now(),
  attempts int not null default 0,
  -- Since when the channel has had it.
  taken_at timestamptz,
  -- Why the product is not there.
  refused jsonb,
  primary key (account_id, run_id, product_id, profile),
  foreign key (account_id, run_id) references runs on delete cascade
);
comment on table uploads_under_way is
  'Products that a run puts up for sale, in each profile, until every profile has said what came of the product. A row is deleted with the outcome of its product.';
create index uploads_under_way_due on uploads_under_way (account_id, run_id, due_at) where due_at is not null;
call make_tenant_table('uploads_under_way');

create table exports (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null,
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
  -- An export may have the orders of a list as it is filtered, or those that were ticked, and a row a line instead of a row an order.
  file_rows text not null default 'orders' check (file_rows in ('orders', 'lines')),
  selection text,
  filter jsonb,
  described jsonb,
  primary key (account_id, id),
  foreign key (account_id, run_id) references runs,
  foreign key (account_id, file_id) references files,
  foreign key (account_id, connection_id) references connections,
  -- An export of orders may ask for one status.
  check (order_status in ('pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled'))
);
comment on table exports is 'A file that a person asked for: what it contains, and the run that writes it. It runs until finished_at.';
comment on column exports.selection is 'A digest of the list''s filter or of the ticked orders; null where status, source and dates say everything. The orders themselves are the run''s targets.';
comment on column exports.filter is 'The list''s filter: its orders become the run''s targets when the file is begun.';
comment on column exports.described is 'What the selection is, in words.';
create index exports_newest on exports (account_id, kind, id desc);
create unique index exports_running on exports (account_id, kind, file_rows, order_status, connection_id, start_at, end_at, selection) nulls not distinct
  where finished_at is null;
call make_tenant_table('exports');

-- A formula begins with one of few characters, maybe behind quotes: which one is looked up once, where ranges of others took up to three
-- looks. 73 instead of 88 ns a text, of which an order has twenty.
create function formula_safe(value text) returns text language sql immutable parallel safe
return case
  when value is null then null
  -- Tab, line feed, carriage return, " ' + - = @, and the wide + - = @.
  when ascii(value) <> all ('{9,10,13,34,39,43,45,61,64,65291,65293,65309,65312}') and strpos(value, ';') = 0 then value
  when ascii(value) = any ('{43,61,64}') and strpos(value, ';') = 0 then '''' || value
  when value ~ '(^|;)[''"]*[=+@\t\r\n＝＋－＠-]' and value !~ '^-[0-9]+(\.[0-9]+)?$'
    then regexp_replace(value, '(^|;)(?=[''"]*[=+@\t\r\n＝＋－＠-])', '\1''', 'g')
  else value
end;
comment on function formula_safe is
  'A text that no spreadsheet reads as a formula: where it, or what follows a semicolon in it, begins like one, after any quotes, an
apostrophe is put before that. Plain negative numbers stay as they are.';

create table saved_views (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- Which list, such as `orders`.
  entity text not null,
  owner_id bigint not null references users,
  name text not null,
  -- Filters and sort, as the list's address has them.
  query jsonb not null,
  columns text[] not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table saved_views is 'A list''s filters, sort and columns under a name: private to its owner, or shared with the account.';
create unique index saved_views_by_name on saved_views (account_id, entity, owner_id, lower(name));
create index saved_views_shared on saved_views (account_id, entity) where shared;
call make_tenant_table('saved_views');

create table list_openings (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  entity text not null,
  view_id bigint,
  columns text[],
  primary key (account_id, user_id, entity),
  foreign key (account_id, view_id) references saved_views
);
comment on table list_openings is
  'How a list opens for a person when its address has no query: with a view, or else with the columns last chosen.';
create index list_openings_of_view on list_openings (account_id, view_id) where view_id is not null;
call make_tenant_table('list_openings');

-- What names a record without belonging to it loses the name before the record goes. Not by its foreign key: on several nodes
-- PostgreSQL could not say which of its columns to empty.
create function let_go_of_view() returns trigger language plpgsql as $$ begin
  update list_openings set view_id = null where account_id = old.account_id and view_id = old.id;
  return old;
end $$;
create trigger let_go before delete on saved_views for each row execute function let_go_of_view();

create table run_targets (
  account_id bigint not null,
  run_id bigint not null,
  part int not null,
  ids bigint[] storage external not null,
  taken int not null default 0,
  primary key (account_id, run_id, part),
  foreign key (account_id, run_id) references runs on delete cascade
);
comment on table run_targets is 'The records that a bulk run has not worked on yet, fixed when it was prepared, in parts of a thousand.';
comment on column run_targets.taken is 'How many of this part, from its beginning, were worked on. A part of which all were is deleted.';
call make_tenant_table('run_targets');

create table outside_pictures (
  account_id bigint not null,
  digest text not null,
  address text not null,
  file_id bigint,
  refused jsonb,
  shown_at timestamptz not null default now(),
  fetched_at timestamptz,
  primary key (account_id, digest),
  foreign key (account_id, file_id) references files (account_id, id)
);
comment on table outside_pictures is 'Our small copies of pictures that channels and the warehouse name by address, so that no browser loads them from there. Whatever is missing is fetched when it is shown next.';
comment on column outside_pictures.digest is 'Of the address, which may be longer than an index takes.';
comment on column outside_pictures.refused is 'Why there is no copy, as a sentence.';
comment on column outside_pictures.shown_at is 'When a page asked for it last, to the day.';
comment on column outside_pictures.fetched_at is 'Null: it is due.';
create index outside_pictures_due on outside_pictures (account_id, shown_at desc) where fetched_at is null;
create index outside_pictures_shown on outside_pictures (account_id, shown_at desc);
-- Whoever deletes a file asks whether one of these refers to it.
create index outside_pictures_of_file on outside_pictures (account_id, file_id) where file_id is not null;
call make_tenant_table('outside_pictures');

create function enqueue_jobs(
  names text[], payloads json[], queues text[], keys text[], run_ats timestamptz[], priorities integer[] default null, keep_places boolean[] default null
) returns void language plpgsql security definer set search_path = pg_catalog as $$ begin
  perform graphile_worker.add_job(
    identifier => name, payload => payload, queue_name => queue, job_key => key, run_at => coalesce(run_at, now()), max_attempts => 25,
    priority => coalesce(priority, 0), job_key_mode => case when keep_place then 'preserve_run_at' else 'replace' end
  ) from unnest(names, payloads, queues, keys, run_ats, priorities, keep_places) as job (name, payload, queue, key, run_at, priority, keep_place);
end $$;
comment on function enqueue_jobs is
  'Adds jobs to the queue, one for each position of the arrays, which have one length; of a lower priority number first. It runs as the owner,
so that the roles of the product can add jobs and do nothing else with the queue.';
revoke all on function enqueue_jobs from public;
grant execute on function enqueue_jobs to crossdock_app, crossdock_scheduler;

alter table comparisons add foreign key (account_id, run_id) references runs;

create function let_go_of_run() returns trigger language plpgsql as $$ begin
  update comparisons set run_id = null where account_id = old.account_id and run_id = old.id;
  update bookings set run_id = null where account_id = old.account_id and run_id = old.id;
  return old;
end $$;
create trigger let_go before delete on runs for each row execute function let_go_of_run();
