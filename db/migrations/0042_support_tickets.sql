create table support_tickets (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- The topic, one of a list.
  subject_1 text not null,
  -- The subject, in the requester's own words.
  subject_2 text not null,
  -- Plain text. The messages are HTML that was cleaned.
  description text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  user_id bigint not null references users,
  -- As they were called when they asked: the queue of super admins crosses accounts, and their people are not seen from there.
  requester_name text not null,
  account_name text not null,
  department_id bigint,
  -- The record that it is about.
  item_type text check (item_type in ('order', 'purchase_order', 'product', 'raw_material', 'connection')),
  item_id bigint,
  -- The form that it was raised with: sent twice, it is one ticket.
  form_key text,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  last_message_by bigint references users,
  -- Since when the requester waits for somebody else's word; null when nobody has to answer.
  waiting_since timestamptz default now(),
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, department_id) references departments on delete set null (department_id),
  check ((item_type is null) = (item_id is null)),
  check ((status = 'closed') = (closed_at is not null))
);
comment on table support_tickets is 'What a person of an account asks support about, and where it stands.';
create unique index support_tickets_by_form on support_tickets (account_id, form_key);
create index support_tickets_newest on support_tickets (account_id, last_message_at, id);
create index support_tickets_about on support_tickets (account_id, item_type, item_id) where item_id is not null;
create index support_tickets_of_department on support_tickets (account_id, department_id);
-- Of all accounts: the queue of super admins.
create index support_tickets_waiting on support_tickets (waiting_since, id) where waiting_since is not null;
call make_tenant_table('support_tickets');
create policy super_reads on support_tickets for select to crossdock_app
  using (exists (select from users where users.id = current_person() and users.is_super));

create table support_messages (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  ticket_id bigint not null,
  -- The person who wrote it, also where they acted as the account.
  user_id bigint not null references users,
  -- HTML, as app/support/clean-html.ts leaves it.
  body text not null,
  form_key text,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  -- When the requester was sent it by mail.
  mailed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, ticket_id) references support_tickets on delete cascade
);
comment on table support_messages is 'The conversation of a ticket.';
create index support_messages_of_ticket on support_messages (account_id, ticket_id, id);
create unique index support_messages_by_form on support_messages (account_id, ticket_id, form_key);
call make_tenant_table('support_messages');

create table support_files (
  account_id bigint not null references accounts,
  file_id bigint not null,
  ticket_id bigint not null,
  -- Null until the message is created.
  message_id bigint,
  user_id bigint not null references users,
  primary key (account_id, file_id),
  foreign key (account_id, file_id) references files on delete cascade,
  foreign key (account_id, ticket_id) references support_tickets on delete cascade,
  foreign key (account_id, message_id) references support_messages on delete cascade
);
comment on table support_files is 'Files of messages, and those that were uploaded for a message that is still being written.';
create index support_files_of_ticket on support_files (account_id, ticket_id, message_id);
create index support_files_of_message on support_files (account_id, message_id);
call make_tenant_table('support_files');

create table support_reads (
  account_id bigint not null references accounts,
  ticket_id bigint not null,
  user_id bigint not null references users on delete cascade,
  read_at timestamptz not null default now(),
  primary key (account_id, ticket_id, user_id),
  foreign key (account_id, ticket_id) references support_tickets on delete cascade
);
comment on table support_reads is 'Up to when a person has read a ticket.';
create index support_reads_of_user on support_reads (user_id);
call make_tenant_table('support_reads');

alter table files add column uploaded boolean not null default false;
comment on column files.uploaded is 'By a person, so that it counts towards the quota of the account.';
update files set uploaded = true where content_type like 'image/%';
create index files_uploaded on files (account_id) include (bytes) where uploaded;
