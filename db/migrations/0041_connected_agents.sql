-- An agent that a person connects by OAuth is a key whose secrets change each hour: it has the same scopes, limits, log and audit. What its
-- program exchanges for them is kept apart from secrets, so that the one never passes for the other.
alter table api_keys
  add column client_id text check (char_length(client_id) between 1 and 500),
  add column audience text,
  add constraint api_keys_of_agents check ((client_id is null) = (audience is null) and (client_id is null or expires_at is not null));
comment on column api_keys.client_id is 'The address by which the program of an agent is known that its maker connected. Null for a key.';
comment on column api_keys.audience is 'The one address at which its tokens count.';
comment on column api_keys.rotated_at is
  'When it was given its newest secret. Null while it has its first, and of an agent before its program has taken up the consent.';
drop index api_keys_by_name;
create unique index api_keys_by_name on api_keys (account_id, lower(name)) where revoked_at is null and client_id is null;
grant update (revoked_at, expires_at, rotated_at) on api_keys to crossdock_sign_in;

-- Agents read no events, and sign-in's role, which ends them, knows nothing of those.
drop trigger follow_events on api_keys;
create trigger follow_events after insert or update of scopes, revoked_at on api_keys
  for each row when (new.client_id is null) execute function follow_events();

drop policy sign_in on api_key_secrets;
create policy sign_in on api_key_secrets to crossdock_sign_in using (true) with check (true);
grant insert, delete, update (until) on api_key_secrets to crossdock_sign_in;

create table agent_tokens (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  key_id bigint not null,
  kind text not null check (kind in ('refresh', 'code')),
  digest text not null,
  challenge text,
  redirect_uri text,
  created_at timestamptz not null default now(),
  until timestamptz not null,
  used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, key_id) references api_keys on delete cascade,
  check ((kind = 'code') = (challenge is not null) and (kind = 'code') = (redirect_uri is not null))
);
comment on table agent_tokens is
  'The SHA-256 of what the program of an agent exchanges for tokens, once: the code of a consent, then one refresh token after the other.';
comment on column agent_tokens.challenge is 'Of a code: the SHA-256 of the verifier that only the program knows (PKCE).';
comment on column agent_tokens.used_at is 'Whoever shows it again has stolen it, or was stolen from: the agent is disconnected.';
create index agent_tokens_of_key on agent_tokens (account_id, key_id, id);
call make_tenant_table('agent_tokens');
create policy sign_in on agent_tokens to crossdock_sign_in using (true) with check (true);
grant select, insert, delete, update (used_at) on agent_tokens to crossdock_sign_in;
-- A consent leaves a code, which nobody of the application reads again.
revoke select, update, delete on agent_tokens from crossdock_app;

create or replace function maker_changed() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' or new.role <> 'account_admin' then
    update api_keys set revoked_at = now()
      where account_id = old.account_id and made_by = old.user_id and client_id is not null and revoked_at is null;
  end if;
  if tg_op = 'DELETE' then
    update api_keys set paused_at = coalesce(paused_at, now())
      where account_id = old.account_id and made_by = old.user_id and client_id is null and revoked_at is null;
  else
    perform pg_notify('crossdock_keys', handle) from api_keys where account_id = new.account_id and made_by = new.user_id;
  end if;
  return null;
end $$;
comment on function maker_changed is
  'The keys of who left are paused; those of who has another role may something else from now on. Agents that they connected are disconnected.';
