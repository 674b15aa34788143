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
  refused_because text,
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
  sentence text not null,
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
