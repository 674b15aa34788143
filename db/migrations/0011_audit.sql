create table audit_entries (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id bigint references users,
  acting_as boolean not null,
  address text,
  verb text not null check (verb in ('created', 'changed', 'deleted')),
  noun text not null,
  record_id bigint not null,
  record_name text not null,
  changes jsonb not null,
  primary key (account_id, id)
);
comment on table audit_entries is 'Who did what to which record: written by each command in its own transaction (platform/audit.ts). Nobody can change it.';
comment on column audit_entries.user_id is 'Null for what runs by itself.';
comment on column audit_entries.acting_as is 'The person is not of this account: a super admin acted as it.';
comment on column audit_entries.address is 'The network address of the request.';
comment on column audit_entries.changes is 'By field: {"name": {"from": null, "to": "Returns"}}.';
create index audit_entries_of_record on audit_entries (account_id, noun, record_id, id);
call make_tenant_table('audit_entries');
revoke update, delete on audit_entries from crossdock_app;

-- To a reader “returns” and “Returns” are one department.
alter table departments drop constraint departments_account_id_name_key;
create unique index departments_by_name on departments (account_id, lower(name));
-- Who is in a department, and who leaves it when it is deleted.
create index member_departments_of_department on member_departments (account_id, department_id);
