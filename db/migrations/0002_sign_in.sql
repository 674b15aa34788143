-- Who people are, and which accounts they belong to. Sign-in and the directory of accounts work across accounts by
-- nature, so they run as a role of their own that sees these tables and nothing else; app/accounts alone opens it.
-- The role of business code sees of people the names of its own account's, and never a password, token or reset link.
do $$ begin
  create role crossdock_sign_in nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant crossdock_sign_in to %I', current_user);
exception when others then raise notice 'role already granted'; end $$;
grant usage on schema public to crossdock_sign_in;

create table accounts (
  id bigint generated always as identity primary key,
  name text not null,
  -- An IANA name.
  timezone text not null default 'UTC',
  combine_orders boolean not null default true,
  created_at timestamptz not null default now()
);
alter table accounts enable row level security;
alter table accounts force row level security;
create policy tenant on accounts to crossdock_app using (id = current_account()) with check (id = current_account());
create policy sign_in on accounts to crossdock_sign_in using (true) with check (true);
create policy scheduler on accounts for select to crossdock_scheduler using (true);
revoke insert, update, delete on accounts from crossdock_app;
grant update (name, timezone, combine_orders) on accounts to crossdock_app;
grant select on accounts to crossdock_scheduler;
grant select, insert, update, delete on accounts to crossdock_sign_in;

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  -- May act as any account, and keeps what all accounts share.
  is_super boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A person of an account.
create table members (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('account_admin', 'admin', 'user')),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, user_id)
);
create index members_of_user on members (user_id, account_id);
call make_tenant_table('members');
create policy sign_in on members to crossdock_sign_in using (true) with check (true);
grant select, insert, update, delete on members to crossdock_sign_in;

-- Business code reads the names of the people of its account, of itself, and of the super admins who acted as it.
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
create index sessions_of_user on sessions (user_id);

-- How a person proves who they are; today a password's hash.
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
create index sign_in_methods_of_user on sign_in_methods (user_id);

-- Reset links that were sent and not used.
create table verifications (
  id bigint generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- Counts of attempts in a window of time, shared by all web processes.
create table sign_in_attempts (
  key text primary key,
  count int not null,
  until timestamptz not null
);

-- The demo's mail goes here instead of out.
create table outbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  at timestamptz not null default now()
);

revoke all on sessions, sign_in_methods, verifications, sign_in_attempts, outbox_mails from crossdock_app;
grant select, insert, update, delete on sessions, sign_in_methods, verifications, sign_in_attempts, outbox_mails to crossdock_sign_in;

create table departments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  primary key (account_id, id),
  unique (account_id, name)
);
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
call make_tenant_table('member_departments');

-- Which super admin worked in this account, from when. Kept for the account to see; nobody changes it.
create table account_access_log (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  user_id bigint not null references users,
  did text not null check (did in ('started_acting', 'stopped_acting')),
  at timestamptz not null default now(),
  primary key (account_id, id)
);
call make_tenant_table('account_access_log');
create policy sign_in on account_access_log to crossdock_sign_in using (true) with check (true);
revoke insert, update, delete on account_access_log from crossdock_app;
grant select, insert on account_access_log to crossdock_sign_in;

-- What we keep as files, by account: see platform/files.ts. `key` is where the disk has it.
create table files (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  key text not null,
  name text not null,
  content_type text not null,
  bytes bigint not null,
  user_id bigint references users,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
call make_tenant_table('files');

-- Readiness asks whether every migration was applied.
grant select on migrations to crossdock_app;
