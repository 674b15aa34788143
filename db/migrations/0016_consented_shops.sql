-- What a vendor says of everybody who consented to our application comes to one address: whose connection it is about.
create table consented_shops (
  account_id bigint not null,
  connection_id bigint not null,
  -- What the connection belongs to, as connections.identities has it: it names the connector, too.
  key text not null,
  primary key (account_id, connection_id, key),
  foreign key (account_id, connection_id) references connections
);
comment on table consented_shops is
  'What connections belong to that were made by consent to our application at a vendor. Kept when one is disconnected: the vendor may have something to say after that.';
create index consented_shops_by_key on consented_shops (key);
call make_tenant_table('consented_shops');
grant select on consented_shops to crossdock_scheduler;
create policy scheduler on consented_shops for select to crossdock_scheduler using (true);
