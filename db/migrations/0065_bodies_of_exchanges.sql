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

alter table exchanges add column bodies_id bigint;
alter table exchanges add column line int;

-- Those that are there already are a bundle each, not packed: reading knows them by their first byte.
with kept as (
  select account_id, id, at, nextval(pg_get_serial_sequence('exchange_bodies', 'id')) as bodies_id, jsonb_build_array(request, response)::text as bodies
  from exchanges where request is not null or response is not null
),
stored as (
  insert into exchange_bodies (account_id, id, at, packed) overriding system value
  select account_id, bodies_id, at, convert_to(bodies, 'UTF8') from kept
)
update exchanges x set bodies_id = kept.bodies_id, line = 0 from kept where x.account_id = kept.account_id and x.id = kept.id;

drop index exchanges_with_bodies;
alter table exchanges drop column request;
alter table exchanges drop column response;
