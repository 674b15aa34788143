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
      and attname in ('account_id', 'connection_id', 'id', 'order_id', 'warehouse_order_id', 'shipment_id', 'remote_id', 'reference', 'key')
      and not exists (select from pg_stats s where format('%I.%I', s.schemaname, s.tablename)::regclass = target and s.attname = a.attname)
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', (select relname::text from pg_class where oid = target), 'attname', col,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct',
      case when col in ('account_id', 'connection_id') then 1 when col in ('id', 'remote_id', 'reference', 'key') then -1 else -0.4 end::real);
  end loop;
end $$;
comment on procedure give_first_statistics is
  'Tells the planner about a new table: an account or a connection has most of its rows, an id or a remote id has one.
Until the first ANALYZE the planner would assume that an account has a two-hundredth of the rows, and a join or a
foreign key could scan a whole account to find one row. The first ANALYZE replaces these figures.';

create procedure make_tenant_table(target regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to crossdock_app using (account_id = current_account()) with check (account_id = current_account())', target);
  call give_first_statistics(target);
end $$;
comment on procedure make_tenant_table is
  'Makes a table belong to accounts: row-level security enabled and forced, one policy on account_id, first statistics.';

-- Readiness compares the applied migrations with the files. migrate() creates this table.
grant select on migrations to crossdock_app;
comment on table migrations is 'The migrations that this database has.';
