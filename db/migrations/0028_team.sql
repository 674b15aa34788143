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

create table former_members (
  account_id bigint not null references accounts,
  user_id bigint not null references users on delete cascade,
  removed_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
comment on table former_members is 'Who belonged to an account once: what they did there keeps their name.';
create index former_members_of_user on former_members (user_id);
call make_tenant_table('former_members');

-- Whoever follows a mailed link is in no account yet: sign-in makes them a member.
create policy sign_in on invitations to crossdock_sign_in using (true) with check (true);
create policy sign_in on invitation_departments for select to crossdock_sign_in using (true);
create policy sign_in on member_departments to crossdock_sign_in using (true) with check (true);
create policy sign_in on former_members to crossdock_sign_in using (true) with check (true);
-- To lock one, which takes the right to change a column of it.
grant select, delete, update (mailed_at) on invitations to crossdock_sign_in;
grant select on invitation_departments to crossdock_sign_in;
grant select, insert on member_departments to crossdock_sign_in;
grant select, delete on former_members to crossdock_sign_in;

drop policy colleagues on users;
create policy colleagues on users for select to crossdock_app
  using (id = current_person() or is_super or exists (select 1 from members where members.user_id = users.id)
    or exists (select 1 from former_members where former_members.user_id = users.id));

alter table users add column last_seen_at timestamptz;
comment on column users.last_seen_at is 'When a browser of this person was last seen, to the minute.';
grant select (last_seen_at) on users to crossdock_app;
create function person_seen() returns trigger language plpgsql as $$ begin
  update users set last_seen_at = now() where id = new.user_id;
  return null;
end $$;
create trigger person_seen after insert or update of updated_at on sessions for each row execute function person_seen();
