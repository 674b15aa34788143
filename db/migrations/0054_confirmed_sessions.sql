alter table sessions add column confirmed_at timestamptz;
update sessions set confirmed_at = created_at;
alter table sessions alter column confirmed_at set default now(), alter column confirmed_at set not null;
comment on column sessions.confirmed_at is
  'When the person last gave their password in this browser: when they signed in, or since then before something sensitive.';

-- A token also changes when its person gives their password again: who acts as an account goes on doing so.
create or replace function session_ended() returns trigger language plpgsql as $$ begin
  perform pg_notify('crossdock_sessions', encode(sha256(convert_to(old.token, 'UTF8')), 'hex'));
  if old.acting_account_id is not null and (tg_op = 'DELETE' or new.acting_account_id is distinct from old.acting_account_id) then
    insert into account_access_log (account_id, user_id, did) values (old.acting_account_id, old.user_id, 'stopped_acting');
    insert into audit_entries (account_id, user_id, acting_as, verb, noun, record_id, record_name, changes)
      select id, old.user_id, true, 'stopped acting as', 'account', id, name, '{}' from accounts where id = old.acting_account_id;
  end if;
  return null;
end $$;
