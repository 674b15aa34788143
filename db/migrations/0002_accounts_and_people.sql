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
  tidied_at timestamptz,
  date_style text not null default 'month_first' check (date_style in ('month_first', 'day_first', 'year_first')),
  page_size smallint not null default 50 check (page_size in (25, 50, 100)),
  suspended_at timestamptz,
  two_factor_required boolean not null default false,
  buyers_kept_days smallint check (buyers_kept_days between 1 and 365),
  -- Goods that expire: how many days before that they are no longer offered.
  expiry_days int not null default 0 check (expiry_days between 0 and 3650),
  -- Agents change a few records by themselves where the account lets them. Whatever makes goods leave waits for a person all the same.
  agents_alone int not null default 0 check (agents_alone between 0 and 100)
);
comment on table accounts is 'A company that uses Crossdock.';
comment on column accounts.date_style is 'In which order its people read a date, on every screen.';
comment on column accounts.page_size is 'How many rows a page of a list has unless its address says so.';
comment on column accounts.suspended_at is 'Since when nobody but super admins can work in it, and no connection of it is called. Null while it goes on.';
comment on column accounts.two_factor_required is
  'Whether everybody of this account must sign in with a code too: who has not set that up does so before anything else.';
comment on column accounts.buyers_kept_days is
  'After how many days buyers are erased at channels that demand it. Null: as late as the channel allows.';
comment on column accounts.expiry_days is 'So many days before a lot expires channels are no longer offered it; 0: from the day on which it expires.';
comment on column accounts.agents_alone is
  'How many records all its agents together may change within 24 hours without a person. 0: each change waits for one.';
alter table accounts enable row level security, force row level security;
create policy tenant on accounts to crossdock_app using (id = current_account()) with check (id = current_account());
create policy sign_in on accounts to crossdock_sign_in using (true) with check (true);
create policy scheduler on accounts for select to crossdock_scheduler using (true);
revoke insert, update, delete on accounts from crossdock_app;
grant update (name, timezone, combine_orders, tidied_at) on accounts to crossdock_app;
grant select on accounts to crossdock_scheduler;
grant select, insert, update, delete on accounts to crossdock_sign_in;
grant update (date_style, page_size) on accounts to crossdock_app;
grant update (two_factor_required, buyers_kept_days, expiry_days, agents_alone) on accounts to crossdock_app;
-- An account is never deleted, only suspended. Nothing of ours may delete one, so that rows can rely on theirs.
revoke delete on accounts from crossdock_sign_in;

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  -- May act as any account, and maintains what all accounts share.
  is_super boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sign-in by a second factor: an authenticator app, and codes for who has lost it.
  two_factor_enabled boolean not null default false
);
comment on table users is 'A person who can sign in. Someone may be a member of several accounts.';
alter table users enable row level security, force row level security;
create policy sign_in on users to crossdock_sign_in using (true) with check (true);
revoke all on users from crossdock_app;
grant select (id, name, email, is_super) on users to crossdock_app;
grant select, insert, update, delete on users to crossdock_sign_in;
-- Whoever requires it sees who of the account has none.
grant select (two_factor_enabled) on users to crossdock_app;

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
  updated_at timestamptz not null default now(),
  confirmed_at timestamptz not null default now()
);
comment on table sessions is 'A browser that is signed in.';
comment on column sessions.confirmed_at is
  'When the person last gave their password in this browser: when they signed in, or since then before something sensitive.';
create index sessions_of_user on sessions (user_id);

create table sign_in_methods (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  provider_id text not null,
  issuer text not null default 'local:credential',
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
comment on column sign_in_methods.issuer is 'Written by releases of 2026 until November, and read by none since.';
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

create table departments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  description text not null default '',
  primary key (account_id, id)
);
comment on table departments is 'A group of the people of an account.';
create unique index departments_by_name on departments (account_id, lower(name));
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
-- Who is in a department, and who leaves it when it is deleted.
create index member_departments_of_department on member_departments (account_id, department_id);
call make_tenant_table('member_departments');
create policy sign_in on member_departments to crossdock_sign_in using (true) with check (true);
grant select, insert on member_departments to crossdock_sign_in;

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

create table audit_entries (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id bigint references users,
  acting_as boolean not null,
  address text,
  verb text not null check (verb <> ''),
  noun text not null,
  record_id bigint not null,
  record_name text not null,
  changes jsonb not null,
  key_name text,
  primary key (account_id, id)
);
comment on table audit_entries is 'Who did what to which record: written by each command in its own transaction (platform/audit.ts). Nobody can change it.';
comment on column audit_entries.user_id is 'Null for what runs by itself.';
comment on column audit_entries.acting_as is 'The person is not of this account: a super admin acted as it.';
comment on column audit_entries.address is 'The network address of the request.';
comment on column audit_entries.changes is 'By field: {"name": {"from": null, "to": "Returns"}}.';
comment on column audit_entries.key_name is 'The API key that it was done with; its maker is the person. Null for what was done by hand.';
create index audit_entries_of_record on audit_entries (account_id, noun, record_id, id);
create index audit_entries_of_person on audit_entries (account_id, user_id, id);
create index audit_entries_while_acting on audit_entries (account_id, id) where acting_as;
call make_tenant_table('audit_entries');
revoke update, delete on audit_entries from crossdock_app;
-- What a person does with their own sign-in, and a super admin who acts as an account, is recorded where sign-in is written.
create policy sign_in on audit_entries for insert to crossdock_sign_in with check (true);
grant insert on audit_entries to crossdock_sign_in;
-- The owner keeps to the account of the transaction, too, where a function runs as it.
do $$ begin
  execute format('create policy keeper on audit_entries to %I using (account_id = current_account()) with check (account_id = current_account())', current_user);
end $$;

create function delete_old_audit(days int, most int) returns bigint language sql security definer set search_path = pg_catalog, public as $$
  with first as (select id, at from audit_entries where account_id = current_account() order by id limit most),
    deleted as (
      delete from audit_entries e using first where e.account_id = current_account() and e.id = first.id
        and first.at < now() - make_interval(days => greatest(days, 365))
      returning 1
    )
  select count(*) from deleted
$$;
comment on function delete_old_audit is
  'Deletes the first entries of the account in the audit where they are older than so many days, and than a year. It runs as the owner: the product itself can delete none.';
revoke all on function delete_old_audit from public;
grant execute on function delete_old_audit to crossdock_app;

-- A token also changes when its person gives their password again: who acts as an account goes on doing so.
create function session_ended() returns trigger language plpgsql as $$
declare account_name text;
begin
  perform pg_notify('crossdock_sessions', encode(sha256(convert_to(old.token, 'UTF8')), 'hex'));
  if old.acting_account_id is not null and (tg_op = 'DELETE' or new.acting_account_id is distinct from old.acting_account_id) then
    account_name := (select name from accounts where id = old.acting_account_id);
    insert into account_access_log (account_id, user_id, did) values (old.acting_account_id, old.user_id, 'stopped_acting');
    insert into audit_entries (account_id, user_id, acting_as, verb, noun, record_id, record_name, changes)
      values (old.acting_account_id, old.user_id, true, 'stopped acting as', 'account', old.acting_account_id, account_name, '{}');
  end if;
  return null;
end $$;
comment on function session_ended is
  'Tells every process the digest of a token that is worth nothing any more, and closes the access log of the account that was acted as.';
create trigger session_ended after delete or update of token on sessions for each row execute function session_ended();

create table two_factors (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
comment on table two_factors is
  'A person''s authenticator app: its secret, encrypted, and the digests of the recovery codes that are left. Not verified while it is being set up.';
revoke all on two_factors from crossdock_app;
grant select, insert, update, delete on two_factors to crossdock_sign_in;

-- A policy asks by a function, because a database of several nodes knows no policy with a query in it.
create function acts_super() returns boolean language plpgsql stable parallel safe as $$ begin
  return exists (select from public.users where users.id = current_person() and users.is_super);
end $$;
comment on function acts_super is 'Whether the person of this transaction is a super admin.';

-- Messages belong to the portal, not to an account: every account reads them, and only super admins write them.
create table portal_messages (
  id bigint generated always as identity primary key,
  body text not null check (body <> ''),
  level text not null check (level in ('success', 'info', 'warning', 'danger')),
  start_date timestamptz not null,
  end_date timestamptz not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  check (start_date < end_date)
);
comment on table portal_messages is 'What super admins tell everyone who uses the portal, while it is due.';
create index portal_messages_by_end on portal_messages (end_date);
alter table portal_messages enable row level security, force row level security;
create policy everyone_reads on portal_messages for select to crossdock_app using (true);
create policy super_writes on portal_messages to crossdock_app
  using (acts_super())
  with check (acts_super());

create table portal_message_dismissals (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null references portal_messages on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, message_id)
);
comment on table portal_message_dismissals is 'Which portal messages a person has dismissed: they are not shown to them again, in whatever account.';
create index portal_message_dismissals_of_message on portal_message_dismissals (message_id);
alter table portal_message_dismissals enable row level security, force row level security;
create policy own on portal_message_dismissals to crossdock_app using (user_id = current_person()) with check (user_id = current_person());

create table invitations (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  email text not null check (email = lower(email)),
  role text not null check (role in ('account_admin', 'admin', 'user')),
  -- The token itself is in the mail alone.
  token_digest text not null,
  invited_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Null when the mail could not be handed over.
  mailed_at timestamptz,
  primary key (account_id, id)
);
comment on table invitations is 'Who was asked to join an account, and has not come yet.';
create unique index invitations_by_email on invitations (account_id, email);
create index invitations_by_token on invitations (token_digest);
call make_tenant_table('invitations');
-- Whoever follows a mailed link is in no account yet: sign-in makes them a member.
create policy sign_in on invitations to crossdock_sign_in using (true) with check (true);
-- To lock one, which takes the right to change a column of it.
grant select, delete, update (mailed_at) on invitations to crossdock_sign_in;

create table invitation_departments (
  account_id bigint not null references accounts,
  invitation_id bigint not null,
  department_id bigint not null,
  primary key (account_id, invitation_id, department_id),
  foreign key (account_id, invitation_id) references invitations on delete cascade,
  foreign key (account_id, department_id) references departments on delete cascade
);
comment on table invitation_departments is 'The departments that an invited person will be in.';
create index invitation_departments_of_department on invitation_departments (account_id, department_id);
call make_tenant_table('invitation_departments');
create policy sign_in on invitation_departments for select to crossdock_sign_in using (true);
grant select on invitation_departments to crossdock_sign_in;

create table former_members (
  account_id bigint not null references accounts,
  user_id bigint not null references users on delete cascade,
  removed_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
comment on table former_members is 'Who belonged to an account once: what they did there keeps their name.';
create index former_members_of_user on former_members (user_id);
call make_tenant_table('former_members');
create policy sign_in on former_members to crossdock_sign_in using (true) with check (true);
grant select, delete on former_members to crossdock_sign_in;

create function is_colleague(person bigint) returns boolean language plpgsql stable parallel safe as $$ begin
  return exists (select from public.members m where m.account_id = current_account() and m.user_id = person)
    or exists (select from public.former_members f where f.account_id = current_account() and f.user_id = person);
end $$;
comment on function is_colleague is 'Whether this person belongs to the account of the transaction, or did once.';

create function is_member(person bigint) returns boolean language plpgsql stable parallel safe as $$ begin
  return exists (select from public.members m where m.account_id = current_account() and m.user_id = person);
end $$;
comment on function is_member is 'Whether this person belongs to the account of the transaction.';

-- Apart from users, of which every node has each row where there are several: a sign-in asks none of them.
create table last_visits (
  user_id bigint primary key references users on delete cascade,
  at timestamptz not null
);
comment on table last_visits is 'When a browser of a person was last seen, to the minute, whoever ended its session since.';
alter table last_visits enable row level security, force row level security;
create policy sign_in on last_visits to crossdock_sign_in using (true) with check (true);
create policy members on last_visits for select to crossdock_app using (is_member(user_id));
revoke insert, update, delete on last_visits from crossdock_app;
grant select, insert, update, delete on last_visits to crossdock_sign_in;

create function person_seen() returns trigger language plpgsql as $$ begin
  insert into last_visits (user_id, at) values (new.user_id, now()) on conflict (user_id) do update set at = excluded.at;
  return null;
end $$;
create trigger person_seen after insert on sessions for each row execute function person_seen();

create table mail_addresses (
  account_id bigint not null references accounts,
  address text not null check (address = lower(address)),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (account_id, address)
);
comment on table mail_addresses is 'Addresses that rules and settings of an account name and that are not those of its members: mailed once they have confirmed it by a link.';
call make_tenant_table('mail_addresses');

create table recent_requests (
  account_id bigint not null,
  user_id bigint not null references users,
  digest text not null,
  at timestamptz not null default now(),
  reply jsonb,
  primary key (account_id, user_id, digest)
);
comment on table recent_requests is
  'What requests that add something replied lately, so that a second click adds nothing. Deleted after an hour. Its digest is of the call and its body.';
call make_tenant_table('recent_requests');

-- One ledger of what people changed. What runs by itself, such as intake, feeds, stock, the outbox and statuses, has histories of its own.
create table changes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  group_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  user_id bigint references users,
  noun text not null,
  record_id bigint,
  was jsonb,
  "is" jsonb,
  packed json storage external,
  form text,
  undoes bigint,
  primary key (account_id, id),
  foreign key (account_id, undoes) references changes on delete cascade
);
comment on table changes is 'What people changed, a row a record and act, so that it can be undone and says who changed what since. Nobody can change a row.';
comment on column changes.group_id is 'What was changed together, and is undone together.';
comment on column changes.noun is 'What kind of record, as the audit names it.';
comment on column changes.was is 'The values of the changed fields before, by field; null where there was no record. Never a secret.';
comment on column changes."is" is 'The same after; null where the record is gone. It is undone only where this still stands.';
comment on column changes.packed is 'Instead of a row each: what an import did to thousands of records, in the form of its noun.';
comment on column changes.form is 'How a packed row is read, as its noun says: changed, created and others.';
comment on column changes.undoes is 'The change that this one took back.';
create index changes_of_group on changes (account_id, group_id, id);
create index changes_of_record on changes (account_id, noun, record_id, id) where packed is null;
create unique index changes_undone on changes (account_id, undoes) where undoes is not null;
create index changes_of_mappings on changes (account_id, at) where noun in ('product link', 'order line', 'shipping option', 'location mapping');
create index changes_packed on changes (account_id, group_id) where packed is not null;
call make_tenant_table('changes');
revoke update, delete on changes from crossdock_app;

-- The owner keeps to the account of the transaction, too, where a function runs as it.
do $$ begin
  execute format('create policy keeper on changes to %I using (account_id = current_account()) with check (account_id = current_account())', current_user);
end $$;

create function forget_changes(most int) returns bigint language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  forgotten bigint;
begin
  delete from changes where account_id = current_account() and id in (
    select id from changes where account_id = current_account() and packed is not null and at < now() - interval '35 days'
    union select id from changes where account_id = current_account() and at < now() - interval '400 days' order by id limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function forget_changes is 'Deletes changes of the account that are so old that nobody undoes them. It runs as the owner: the product itself can delete none.';

revoke all on function forget_changes from public;

grant execute on function forget_changes to crossdock_app;
create policy colleagues on users for select to crossdock_app using (id = current_person() or is_super or is_colleague(id));
revoke all on sessions, sign_in_methods, verifications, sign_in_attempts, outbox_mails from crossdock_app;
grant select, insert, update, delete on sessions, sign_in_methods, verifications, sign_in_attempts, outbox_mails to crossdock_sign_in;
