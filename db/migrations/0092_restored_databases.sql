create table installation (
  one boolean primary key default true check (one),
  -- The same in every copy; with each worker's mark in the file store. See docs/decisions/0033-restored-databases.md.
  id uuid not null default gen_random_uuid(),
  -- Counted up before effects leave. What the file store has of it is never more, unless this database lost something.
  mark bigint not null default 0,
  -- The life in which a worker recognised this database as the newest. Null before the first worker.
  life text,
  beat_at timestamptz,
  -- When a worker last ended in order.
  rested_at timestamptz,
  -- Why nothing is sent: it was restored, and is about to be compared; or it may be a copy, and a person has to say.
  stopped text check (stopped in ('restored', 'copy')),
  reason text,
  stopped_at timestamptz,
  -- When a worker was last alive in it before that: whatever came since was known outside alone.
  known_until timestamptz
);
comment on table installation is 'One row: what makes this database recognise itself, so that one that was restored or copied sends nothing.';
insert into installation default values;
revoke insert, delete on installation from crossdock_app;
grant select, update on installation to crossdock_scheduler;

-- Names the life of this database: another one begins when its server starts anew, and when it is restored, copied or takes over. None of it
-- is in a dump, so a database that was restored has another life than the one that its rows tell of.
create function database_life() returns text language sql stable parallel safe
  return (select oid from pg_database where datname = current_database())::text || '/' || 'installation'::regclass::oid::text
    || '/' || extract(epoch from pg_postmaster_start_time())::text;

create table comparisons (
  account_id bigint not null,
  connection_id bigint not null,
  begun_at timestamptz not null default now(),
  reason text not null,
  known_until timestamptz not null,
  -- The cursors from before, to be read from once more when it is known here what the channels have.
  places jsonb not null default '{}',
  -- When reading from there began; null until the channels were read.
  again_at timestamptz,
  read int not null default 0,
  run_id bigint,
  finished_at timestamptz,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, run_id) references runs on delete set null (run_id)
);
comment on table comparisons is 'Connections that are compared with what Crossdock knows, after a restore. Nothing is sent to them until it is finished.';
create index comparisons_open on comparisons (account_id) where finished_at is null;
call make_tenant_table('comparisons');
grant select (account_id, connection_id, finished_at) on comparisons to crossdock_scheduler;
create policy scheduler on comparisons for select to crossdock_scheduler using (finished_at is null);

alter table runs drop constraint runs_kind_check;
alter table runs add constraint runs_kind_check check (kind in ('sync', 'import', 'export', 'bulk', 'action', 'remedy', 'replay', 'comparison'));
