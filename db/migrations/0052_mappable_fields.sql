-- They belong to the portal, not to an account: every account reads them, and only super admins write them.
create table mappable_fields (
  id bigint generated always as identity primary key,
  connector text not null check (connector <> ''),
  name text not null check (name <> ''),
  description text not null check (description <> ''),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (connector, name)
);
comment on table mappable_fields is 'Paths into the payloads of a connector’s orders that field mappings may read, beside those that the connector names itself.';
alter table mappable_fields enable row level security;
alter table mappable_fields force row level security;
create policy everyone_reads on mappable_fields for select to crossdock_app using (true);
create policy super_writes on mappable_fields to crossdock_app
  using (exists (select from users where users.id = current_person() and users.is_super))
  with check (exists (select from users where users.id = current_person() and users.is_super));
