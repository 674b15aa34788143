-- References of ours that a warehouse names and that this database never sent: it may have lost what sent them.
create table unknown_references (
  account_id bigint not null,
  connection_id bigint not null,
  reference text not null,
  stream text not null,
  place jsonb,
  order_numbers text[] not null default '{}',
  named_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (account_id, connection_id, reference),
  foreign key (account_id, connection_id) references connections (account_id, id)
);
call make_tenant_table('unknown_references');
comment on column unknown_references.place is 'The cursor of the stream before the page that named it.';
comment on column unknown_references.settled_at is 'A person said that nothing is to be done about it.';

alter table comparisons add life text not null default database_life();
comment on column comparisons.life is 'The life of the database in which it began: a stream begins one at most once a day in each.';

-- Two accounts may send to one account of a warehouse: what one of them sent is no sign that the other lost something.
grant select (identities, past_identities) on connections to crossdock_scheduler;
grant select (account_id, reference) on warehouse_orders, asns to crossdock_scheduler;
create policy scheduler on warehouse_orders for select to crossdock_scheduler using (true);
create policy scheduler on asns for select to crossdock_scheduler using (true);
