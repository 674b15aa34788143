-- Each command says in a word of its own what it did: platform/audit.ts has them.
alter table audit_entries drop constraint audit_entries_verb_check;
alter table audit_entries add constraint audit_entries_verb_check check (verb <> '');
create index audit_entries_of_person on audit_entries (account_id, user_id, id);
create index audit_entries_while_acting on audit_entries (account_id, id) where acting_as;

-- What a person does with their own sign-in, and a super admin who acts as an account, is recorded where sign-in is written.
create policy sign_in on audit_entries for insert to crossdock_sign_in with check (true);
grant insert on audit_entries to crossdock_sign_in;

create or replace function session_ended() returns trigger language plpgsql as $$ begin
  perform pg_notify('crossdock_sessions', encode(sha256(convert_to(old.token, 'UTF8')), 'hex'));
  if old.acting_account_id is not null then
    insert into account_access_log (account_id, user_id, did) values (old.acting_account_id, old.user_id, 'stopped_acting');
    insert into audit_entries (account_id, user_id, acting_as, verb, noun, record_id, record_name, changes)
      select id, old.user_id, true, 'stopped acting as', 'account', id, name, '{}' from accounts where id = old.acting_account_id;
  end if;
  return null;
end $$;
