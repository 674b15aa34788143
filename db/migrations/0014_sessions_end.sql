-- However a session ends or changes its token (signed out, signed in again, a new password, acting as another account), each process
-- hears of it at the commit, and the account that a super admin acted as has its access log closed.
create function session_ended() returns trigger language plpgsql as $$ begin
  perform pg_notify('crossdock_sessions', encode(sha256(convert_to(old.token, 'UTF8')), 'hex'));
  if old.acting_account_id is not null then
    insert into account_access_log (account_id, user_id, did) values (old.acting_account_id, old.user_id, 'stopped_acting');
  end if;
  return null;
end $$;
comment on function session_ended is
  'Tells every process the digest of a token that is worth nothing any more, and closes the access log of the account that was acted as.';
create trigger session_ended after delete or update of token on sessions for each row execute function session_ended();
