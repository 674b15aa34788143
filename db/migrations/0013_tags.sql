-- Short tags of an account's own, which its people put on records.
create table tags (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 40),
  color text not null check (color in ('grey', 'blue', 'indigo', 'teal', 'green', 'amber', 'red')),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
comment on table tags is 'What people call records together, in a word or two.';
comment on column tags.deleted_at is 'When it was deleted or merged into another: nobody sees it from then on, and an undo has it again.';
create unique index tags_by_name on tags (account_id, lower(name)) where deleted_at is null;
call make_tenant_table('tags');

-- Tags of a support ticket are those of the account that it belongs to.
create table tagged_records (
  account_id bigint not null references accounts,
  record_type text not null check (record_type in ('order', 'purchase_order', 'product', 'raw_material', 'ticket')),
  record_id bigint not null,
  tag_id bigint not null,
  primary key (account_id, record_type, record_id, tag_id),
  foreign key (account_id, tag_id) references tags on delete cascade
);
comment on table tagged_records is 'Which records have which tags.';
create index tagged_records_of_tag on tagged_records (account_id, tag_id, record_type, record_id);
call make_tenant_table('tagged_records');
