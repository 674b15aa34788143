-- Who people are, and which accounts they belong to. Sign-in works across accounts by nature, so it has a role of its own,
-- crossdock_sign_in, which sees these tables and no others. Business code sees the names of the people of its account, and
-- never a password, a token or a reset link.

create table accounts (
  id bigint generated always as identity primary key,
  name text not null,
  -- An IANA name, such as Europe/London.
  timezone text not null default 'UTC',
  combine_orders boolean not null default true,
  created_at timestamptz not null default now(),
  -- When old records and stray files were last deleted. One worker does so, once an hour.
  tidied_at timestamptz
);
comment on table accounts is 'A company that uses Crossdock.';
alter table accounts enable row level security;
alter table accounts force row level security;
create policy tenant on accounts to crossdock_app using (id = current_account()) with check (id = current_account());
create policy sign_in on accounts to crossdock_sign_in using (true) with check (true);
create policy scheduler on accounts for select to crossdock_scheduler using (true);
revoke insert, update, delete on accounts from crossdock_app;
grant update (name, timezone, combine_orders, tidied_at) on accounts to crossdock_app;
grant select on accounts to crossdock_scheduler;
grant select, insert, update, delete on accounts to crossdock_sign_in;

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  -- May act as any account, and maintains what all accounts share.
  is_super boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table users is 'A person who can sign in. Someone may be a member of several accounts.';

create table members (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('account_admin', 'admin', 'user')),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, user_id)
);
comment on table members is 'Which person belongs to which account, and in which role.';
create index members_of_user on members (user_id, account_id);
call make_tenant_table('members');
create policy sign_in on members to crossdock_sign_in using (true) with check (true);
grant select, insert, update, delete on members to crossdock_sign_in;

-- Business code reads the people of its account, the current person, and the super admins who acted as the account.
alter table users enable row level security;
alter table users force row level security;
create policy colleagues on users for select to crossdock_app
  using (id = current_person() or is_super or exists (select 1 from members where members.user_id = users.id));
create policy sign_in on users to crossdock_sign_in using (true) with check (true);
revoke all on users from crossdock_app;
grant select (id, name, email, is_super) on users to crossdock_app;
grant select, insert, update, delete on users to crossdock_sign_in;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- The account that a super admin acts as.
  acting_account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table sessions is 'A browser that is signed in.';
create index sessions_of_user on sessions (user_id);

create table sign_in_methods (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  provider_id text not null,
  issuer text not null,
  provider_account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider_account_id)
);
comment on table sign_in_methods is 'How a person proves who they are: today, the hash of a password.';
create index sign_in_methods_of_user on sign_in_methods (user_id);

create table verifications (
  id bigint generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table verifications is 'Password reset links that were sent and not used.';
create index verifications_by_identifier on verifications (identifier);

create table sign_in_attempts (
  key text primary key,
  count int not null,
  until timestamptz not null
);
comment on table sign_in_attempts is 'How many attempts were made within a window of time. Shared by all web processes.';

create table outbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  at timestamptz not null default now()
);
comment on table outbox_mails is 'The mail of the demo, which is stored here instead of being sent.';

revoke all on sessions, sign_in_methods, verifications, sign_in_attempts, outbox_mails from crossdock_app;
grant select, insert, update, delete on sessions, sign_in_methods, verifications, sign_in_attempts, outbox_mails to crossdock_sign_in;

create table departments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  primary key (account_id, id),
  unique (account_id, name)
);
comment on table departments is 'A group of the people of an account.';
call make_tenant_table('departments');
create policy sign_in on departments to crossdock_sign_in using (true) with check (true);
grant select, insert on departments to crossdock_sign_in;

create table member_departments (
  account_id bigint not null,
  member_id bigint not null,
  department_id bigint not null,
  primary key (account_id, member_id, department_id),
  foreign key (account_id, member_id) references members on delete cascade,
  foreign key (account_id, department_id) references departments on delete cascade
);
comment on table member_departments is 'Which member is in which department.';
call make_tenant_table('member_departments');

create table account_access_log (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  user_id bigint not null references users,
  did text not null check (did in ('started_acting', 'stopped_acting')),
  at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table account_access_log is 'Which super admin acted as this account, and when. The account can read it; nobody can change it.';
call make_tenant_table('account_access_log');
create policy sign_in on account_access_log to crossdock_sign_in using (true) with check (true);
revoke insert, update, delete on account_access_log from crossdock_app;
grant select, insert on account_access_log to crossdock_sign_in;
