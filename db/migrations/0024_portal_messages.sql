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
alter table portal_messages enable row level security;
alter table portal_messages force row level security;
create policy everyone_reads on portal_messages for select to crossdock_app using (true);
create policy super_writes on portal_messages to crossdock_app
  using (exists (select from users where users.id = current_person() and users.is_super))
  with check (exists (select from users where users.id = current_person() and users.is_super));

create table portal_message_dismissals (
  user_id bigint not null references users on delete cascade,
  message_id bigint not null references portal_messages on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, message_id)
);
comment on table portal_message_dismissals is 'Which portal messages a person has dismissed: they are not shown to them again, in whatever account.';
create index portal_message_dismissals_of_message on portal_message_dismissals (message_id);
alter table portal_message_dismissals enable row level security;
alter table portal_message_dismissals force row level security;
create policy own on portal_message_dismissals to crossdock_app using (user_id = current_person()) with check (user_id = current_person());
