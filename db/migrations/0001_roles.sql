-- Roles belong to the whole cluster, so two databases that migrate at once may both try to create them: either may win.
-- What each role is for: docs/decisions/0004-three-database-roles.md.
do $$ begin
  create role crossdock_app nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

do $$ begin
  create role crossdock_scheduler nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

do $$ begin
  create role crossdock_sign_in nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

do $$ begin
  execute format('grant crossdock_app, crossdock_scheduler, crossdock_sign_in to %I', current_user);
exception when others then raise notice 'roles already granted'; end $$;

grant usage on schema public to crossdock_app, crossdock_scheduler, crossdock_sign_in;

-- A new table is open to business code, within row-level security, unless its migration revokes it.
alter default privileges in schema public grant select, insert, update, delete on tables to crossdock_app;

alter default privileges in schema public grant usage on sequences to crossdock_app;

create function current_account() returns bigint language sql stable parallel safe
  return nullif(current_setting('crossdock.account_id', true), '')::bigint;
comment on function current_account is 'The account of this transaction. Null when none is set, so that every policy fails closed.';

create function current_person() returns bigint language sql stable parallel safe
  return nullif(current_setting('crossdock.user_id', true), '')::bigint;
comment on function current_person is 'The person of this transaction. Null in jobs.';

create procedure give_first_statistics(target regclass) language plpgsql as $$
declare col text;
begin
  for col in
    select attname from pg_attribute a where attrelid = target and not attisdropped
      and attname in ('account_id', 'connection_id', 'id', 'order_id', 'warehouse_order_id', 'shipment_id', 'remote_id', 'reference', 'key', 'deleted_at',
        'archived_at')
      and not exists (select from pg_stats s where format('%I.%I', s.schemaname, s.tablename)::regclass = target and s.attname = a.attname)
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', (select relname::text from pg_class where oid = target), 'attname', col,
      'inherited', false, 'null_frac', (col in ('deleted_at', 'archived_at'))::int::real, 'avg_width', 8, 'n_distinct',
      case when col in ('account_id', 'connection_id', 'deleted_at', 'archived_at') then 1 when col in ('id', 'remote_id', 'reference', 'key') then -1 else -0.4 end::real);
  end loop;
end $$;
comment on procedure give_first_statistics is
  'Tells the planner about a new table: an account or a connection has most of its rows, an id or a remote id has one, and few
are deleted or archived. Until the first ANALYZE the planner would assume that an account has a two-hundredth of the rows, or an index
of the rows that are not deleted, and a join, a foreign key or a list of ids could scan a whole account to find one row. The first ANALYZE replaces these figures.';

create procedure make_tenant_table(target regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to crossdock_app using (account_id = current_account()) with check (account_id = current_account())', target);
  call give_first_statistics(target);
end $$;
comment on procedure make_tenant_table is
  'Makes a table belong to accounts: row-level security enabled and forced, one policy on account_id, first statistics.';

-- Workers take jobs as a role of their own, not as the owner. Its rights on the queue's tables, which are Graphile Worker's, and the
-- logins of all roles are set at each migration: platform/logins.ts.
do $$ begin
  create role crossdock_queue nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;

grant usage on schema public to crossdock_queue;

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
  reason jsonb,
  stopped_at timestamptz,
  -- When a worker was last alive in it before that: whatever came since was known outside alone.
  known_until timestamptz,
  sequences_after bigint not null default 0,
  cursors_after bigint not null default 0
);
comment on table installation is 'One row: what makes this database recognise itself, so that one that was restored or copied sends nothing.';
comment on column installation.sequences_after is
  'Every sequence that an event is given is above it. Raised when the database begins another life: what the one before gave last may be lost.';
comment on column installation.cursors_after is 'Cursors of events below it are refused: the database was restored since they were given.';
revoke insert, delete on installation from crossdock_app;
grant select, update on installation to crossdock_scheduler;

insert into installation default values;

-- What a restored database has lost was given ids that other systems have kept: by one of them they would reach another record.
create function skip_ids() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  each record;
begin
  for each in select sequencename as name, coalesce(last_value, 0) as given from pg_sequences where schemaname = 'public' loop
    perform setval(quote_ident(each.name)::regclass, each.given + each.given / 10 + 1000000);
  end loop;
  return null;
end $$;
comment on function skip_ids is
  'Skips a million ids of each table and a tenth of those that there are: more than were given since any backup that is worth restoring.';
revoke all on function skip_ids from public;
create trigger skip_ids after update of cursors_after on installation
  for each row when (new.cursors_after > old.cursors_after) execute function skip_ids();

-- Names the life of this database: another one begins when its server starts anew, and when it is restored, copied or takes over. None of it
-- is in a dump, so a database that was restored has another life than the one that its rows tell of.
-- As text, not as an expression: it is the default of a column, which a database of several nodes may have on nodes without this table.
create function database_life() returns text language sql stable parallel safe as $$
  select (select oid from pg_database where datname = current_database())::text || '/' || 'installation'::regclass::oid::text
    || '/' || extract(epoch from pg_postmaster_start_time())::text
$$;
-- Readiness compares the applied migrations with the files. migrate() creates this table.
grant select on migrations to crossdock_app;
comment on table migrations is 'The migrations that this database has.';
