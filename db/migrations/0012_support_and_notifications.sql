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
  bytes int not null generated always as (octet_length(description)) stored,
  primary key (account_id, id),
  foreign key (account_id, department_id) references departments,
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
create index support_tickets_bytes on support_tickets (account_id) include (bytes);
call make_tenant_table('support_tickets');

create function let_go_of_department() returns trigger language plpgsql as $$ begin
  update support_tickets set department_id = null where account_id = old.account_id and department_id = old.id;
  return old;
end $$;
create trigger let_go before delete on departments for each row execute function let_go_of_department();
create policy super_reads on support_tickets for select to crossdock_app
  using (acts_super());

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
  bytes int not null generated always as (octet_length(body)) stored,
  primary key (account_id, id),
  foreign key (account_id, ticket_id) references support_tickets on delete cascade
);
comment on table support_messages is 'The conversation of a ticket.';
create index support_messages_of_ticket on support_messages (account_id, ticket_id, id);
create unique index support_messages_by_form on support_messages (account_id, ticket_id, form_key);
create index support_messages_bytes on support_messages (account_id) include (bytes);
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
  bytes int not null generated always as (octet_length(body)) stored,
  primary key (account_id, id)
);
comment on table comments is 'What colleagues say to one another about a record. It goes to no channel.';
create index comments_of_record on comments (account_id, record_type, record_id, id);
create index comments_bytes on comments (account_id) include (bytes);
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

create table notification_rules (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null,
  -- One of the three.
  department_id bigint,
  user_id bigint references users on delete cascade,
  address text check (address = lower(address)),
  primary key (account_id, id),
  foreign key (account_id, department_id) references departments on delete cascade,
  check (num_nonnulls(department_id, user_id, address) >= 1)
);
comment on table notification_rules is 'Who is told of a kind of event. Without a rule of its kind, the department that the product names for it is.';
create unique index notification_rules_once on notification_rules (account_id, kind, department_id, user_id, address) nulls not distinct;
create index notification_rules_of_department on notification_rules (account_id, department_id);
create index notification_rules_of_user on notification_rules (user_id);
call make_tenant_table('notification_rules');

create table notification_emails (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- Null for the account as a whole.
  connection_id bigint,
  email text not null,
  enabled boolean not null,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections on delete cascade
);
comment on table notification_emails is 'An address that is mailed whatever happens in a connection, or in the account, whatever its kind.';
create unique index notification_emails_once on notification_emails (account_id, connection_id) nulls not distinct;
call make_tenant_table('notification_emails');

create table notification_settings (
  account_id bigint not null references accounts,
  waiting_hours int not null default 4 check (waiting_hours between 1 and 720),
  -- Orders that stopped before this were told of.
  waiting_told_until timestamptz not null default now(),
  primary key (account_id)
);
comment on table notification_settings is 'After how many hours people are told that orders wait, and up to when they were.';
call make_tenant_table('notification_settings');

create table notification_mutes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null,
  -- One of the two.
  user_id bigint references users on delete cascade,
  address text,
  primary key (account_id, id),
  check (num_nonnulls(user_id, address) >= 1)
);
comment on table notification_mutes is 'Kinds of mail that a person or an address does not want. The bell shows them still.';
create unique index notification_mutes_once on notification_mutes (account_id, kind, user_id, address) nulls not distinct;
create index notification_mutes_of_user on notification_mutes (user_id);
call make_tenant_table('notification_mutes');

create table notification_mails (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  user_id bigint references users on delete cascade,
  address text,
  created_at timestamptz not null default now(),
  -- How often it may have left: more than once only where a worker died while it sent it.
  attempts int not null default 0,
  attempted_at timestamptz,
  -- How often the mail server refused it, and why at last.
  refusals int not null default 0,
  refused_because jsonb,
  ended_at timestamptz,
  primary key (account_id, id),
  check (num_nonnulls(user_id, address) >= 1)
);
comment on table notification_mails is 'Mails about notifications: one carries all that its recipient was to be told.';
create index notification_mails_open on notification_mails (account_id, id) where ended_at is null;
create index notification_mails_of_user on notification_mails (user_id);
call make_tenant_table('notification_mails');

create table notifications (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  sentence jsonb not null,
  path text not null,
  -- Who is told: one of the two.
  user_id bigint references users on delete cascade,
  address text,
  read_at timestamptz,
  by_mail boolean not null,
  mail_id bigint,
  primary key (account_id, id),
  foreign key (account_id, mail_id) references notification_mails,
  check (num_nonnulls(user_id, address) >= 1)
);
comment on table notifications is 'What one recipient is told of one event: a person in the bell and by mail, an address by mail.';
comment on column notifications.path is 'The page of ours that mends it, or shows it.';
create index notifications_of_person on notifications (account_id, user_id, id desc) where user_id is not null;
create index notifications_unread on notifications (account_id, user_id) where read_at is null and user_id is not null;
create index notifications_to_mail on notifications (account_id, id) where by_mail and mail_id is null;
create index notifications_of_mail on notifications (account_id, mail_id);
create index notifications_of_user on notifications (user_id);
call make_tenant_table('notifications');

-- Not messages with a mark: what reads messages for a mail, a search, a file or a page cannot come upon a note.
create table support_notes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  ticket_id bigint not null,
  user_id bigint not null references users,
  -- Plain text.
  body text not null check (body <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, ticket_id) references support_tickets on delete cascade
);
comment on table support_notes is 'What super admins tell one another about a ticket. Nobody of its account sees them, nor who raised it.';
create index support_notes_of_ticket on support_notes (account_id, ticket_id, id);
call make_tenant_table('support_notes');
-- Beside the policy of the account, and not instead of it.
create policy super_alone on support_notes as restrictive to crossdock_app
  using (acts_super())
  with check (acts_super());

do $$ begin
  execute format('create policy keeper on support_notes to %I using (account_id = current_account()) with check (account_id = current_account())', current_user);
end $$;
create function erase_from_notes(words text[]) returns void language sql security definer set search_path = pg_catalog, public as $$
  update support_notes set body = erased(body, words) where account_id = current_account() and has_any(body, words)
$$;
comment on function erase_from_notes is
  'Takes words that name a buyer out of the internal notes of the account''s tickets. It runs as the owner: who erases a buyer sees no notes.';
revoke all on function erase_from_notes from public;
grant execute on function erase_from_notes to crossdock_app;

create table saved_replies (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  -- HTML, as messages have it.
  body text not null check (body <> ''),
  primary key (account_id, id)
);
comment on table saved_replies is 'What the people of an account write to tickets again and again.';
create unique index saved_replies_by_name on saved_replies (account_id, lower(name));
call make_tenant_table('saved_replies');
