-- The runtime role owns nothing and cannot bypass row-level security. Roles belong to the whole cluster,
-- so two databases migrating at once may both try: either wins.
do $$ begin
  create role crossdock_app nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;
-- Schedulers read across accounts what is due, and nothing else; see the policies named `scheduler`.
do $$ begin
  create role crossdock_scheduler nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant crossdock_app, crossdock_scheduler to %I', current_user);
exception when others then raise notice 'roles already granted'; end $$;

grant usage on schema public to crossdock_app, crossdock_scheduler;
alter default privileges in schema public grant select, insert, update, delete on tables to crossdock_app;
alter default privileges in schema public grant usage on sequences to crossdock_app;

-- The account of this transaction; null when unset, so that every policy fails closed.
create function current_account() returns bigint language sql stable parallel safe
  return nullif(current_setting('crossdock.account_id', true), '')::bigint;

-- The person of this transaction; null for jobs.
create function current_person() returns bigint language sql stable parallel safe
  return nullif(current_setting('crossdock.user_id', true), '')::bigint;

-- Gives a table its tenancy: row-level security enabled, forced, and one policy on account_id.
create procedure make_tenant_table(target regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to crossdock_app using (account_id = current_account()) with check (account_id = current_account())', target);
end $$;
