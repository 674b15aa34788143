create table comments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  record_type text not null check (record_type in ('order', 'purchase_order', 'product')),
  record_id bigint not null,
  user_id bigint not null references users,
  -- Plain text. Colleagues are mentioned by "@" and their name.
  body text not null check (body <> ''),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (account_id, id)
);
comment on table comments is 'What colleagues say to one another about a record. It goes to no channel.';
create index comments_of_record on comments (account_id, record_type, record_id, id);
call make_tenant_table('comments');

create table comment_mentions (
  account_id bigint not null references accounts,
  comment_id bigint not null,
  user_id bigint not null references users on delete cascade,
  primary key (account_id, comment_id, user_id),
  foreign key (account_id, comment_id) references comments on delete cascade
);
comment on table comment_mentions is 'Whom a comment mentions.';
create index comment_mentions_of_user on comment_mentions (user_id);
call make_tenant_table('comment_mentions');

create table assignments (
  account_id bigint not null references accounts,
  record_type text not null check (record_type in ('order', 'purchase_order', 'product')),
  record_id bigint not null,
  user_id bigint not null references users on delete cascade,
  assigned_by bigint references users on delete set null,
  assigned_at timestamptz not null default now(),
  primary key (account_id, record_type, record_id)
);
comment on table assignments is 'Who looks after a record.';
create index assignments_of_person on assignments (account_id, user_id, record_type, record_id);
create index assignments_of_user on assignments (user_id);
call make_tenant_table('assignments');
