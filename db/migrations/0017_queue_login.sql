-- Workers take jobs as a role of their own, not as the owner. Its rights on the queue's tables, which are Graphile Worker's, and the
-- logins of all roles are set at each migration: platform/logins.ts.
do $$ begin
  create role crossdock_queue nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;
grant usage on schema public to crossdock_queue;
grant select on workers to crossdock_queue;
