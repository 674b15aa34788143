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
  using (exists (select from users where users.id = current_person() and users.is_super))
  with check (exists (select from users where users.id = current_person() and users.is_super));

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
