-- What another system calls `/v1` with. A key is looked up before its account is known, so sign-in's role reads it.
-- An agent that a person connects by OAuth is a key whose secrets change each hour: it has the same scopes, limits, log and audit.
create table api_keys (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- What stands in the key itself and finds it. Random, so that it counts nothing.
  handle text not null,
  name text not null check (char_length(name) between 1 and 100),
  made_by bigint not null references users,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Empty: from anywhere.
  networks text[] not null default '{}',
  version date not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  expires_at timestamptz,
  paused_at timestamptz,
  -- When the admins were told of that.
  pause_told_at timestamptz,
  revoked_at timestamptz,
  client_id text check (char_length(client_id) between 1 and 500),
  audience text,
  shop_id bigint,
  primary key (account_id, id),
  unique (account_id, handle),
  constraint api_keys_of_agents check ((client_id is null) = (audience is null) and (client_id is null or expires_at is not null))
);
comment on table api_keys is 'What another system calls the API with, for one account. It may what its scopes say and its maker may.';
comment on column api_keys.version is 'The version of the API that it is served, unless a request names another.';
comment on column api_keys.paused_at is 'When its maker left the account. It is refused until a colleague takes it over.';
comment on column api_keys.client_id is 'The address by which the program of an agent is known that its maker connected. Null for a key.';
comment on column api_keys.audience is 'The one address at which its tokens count.';
comment on column api_keys.rotated_at is
  'When it was given its newest secret. Null while it has its first, and of an agent before its program has taken up the consent.';
comment on column api_keys.shop_id is 'The shop that it sells for, chosen when it is made: a connection, and none is ever deleted. Null: none.';
create index api_keys_by_handle on api_keys (handle);
create index api_keys_of_maker on api_keys (account_id, made_by);
create unique index api_keys_by_name on api_keys (account_id, lower(name)) where revoked_at is null and client_id is null;
create index api_keys_of_shop on api_keys (account_id, shop_id) where shop_id is not null;
call make_tenant_table('api_keys');
create policy sign_in on api_keys to crossdock_sign_in using (true) with check (true);
grant select, update (paused_at, revoked_at, expires_at, rotated_at) on api_keys to crossdock_sign_in;
revoke delete on api_keys from crossdock_app;

create table api_key_secrets (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  key_id bigint not null,
  digest text not null,
  created_at timestamptz not null default now(),
  until timestamptz,
  primary key (account_id, id),
  foreign key (account_id, key_id) references api_keys on delete cascade
);
comment on table api_key_secrets is 'The SHA-256 of each secret of a key: one, or two while it is being changed for another.';
comment on column api_key_secrets.until is 'When the former one ends. Null for the newest.';
create index api_key_secrets_of_key on api_key_secrets (account_id, key_id);
call make_tenant_table('api_key_secrets');
create policy sign_in on api_key_secrets to crossdock_sign_in using (true) with check (true);
grant select, insert, delete, update (until) on api_key_secrets to crossdock_sign_in;
-- Pages see since when there is a secret and until when, and never what it is compared with.
revoke select, update on api_key_secrets from crossdock_app;
grant select (account_id, id, key_id, created_at, until), update (until) on api_key_secrets to crossdock_app;

create table api_key_uses (
  account_id bigint not null references accounts,
  key_id bigint not null,
  minute timestamptz not null,
  calls int not null,
  last_used_at timestamptz not null,
  last_address text,
  primary key (account_id, key_id),
  foreign key (account_id, key_id) references api_keys on delete cascade
);
comment on table api_key_uses is 'When a key was last used, and how often in that minute: what all web processes noted, each second.';
call make_tenant_table('api_key_uses');
create policy sign_in on api_key_uses to crossdock_sign_in using (true) with check (true);
grant select, insert, update on api_key_uses to crossdock_sign_in;
revoke insert, update, delete on api_key_uses from crossdock_app;

create table api_calls (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  key_id bigint not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  ms int not null,
  address text,
  primary key (account_id, id),
  foreign key (account_id, key_id) references api_keys on delete cascade
);
comment on table api_calls is 'The last hundred calls of each key, without what they asked or were replied.';
create index api_calls_of_key on api_calls (account_id, key_id, id);
call make_tenant_table('api_calls');
create policy sign_in on api_calls to crossdock_sign_in using (true) with check (true);
grant select, insert, delete on api_calls to crossdock_sign_in;
revoke insert, update, delete on api_calls from crossdock_app;

-- A program that did not hear the reply sends the request again, and is replied what the first one was.
create table api_replies (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  key_id bigint not null,
  -- What the program calls the request, in its header `Idempotency-Key`.
  name text not null check (char_length(name) between 1 and 255),
  digest text not null,
  status smallint not null,
  reply json not null check (char_length(reply::text) <= 16384),
  -- Counted within a key: how many there are is known from the first and the last.
  place bigint not null,
  at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, key_id, name),
  foreign key (account_id, key_id) references api_keys on delete cascade
);
comment on table api_replies is
  'What changes that programs asked for by name were replied, for 24 hours. Written in the transaction of the change.';
comment on column api_replies.digest is 'Of the method, the address and the body: another request under the same name is refused.';
create index api_replies_in_place on api_replies (account_id, key_id, place);
create index api_replies_by_age on api_replies (account_id, at);
call make_tenant_table('api_replies');

-- Kept apart from the secrets of keys, so that the one never passes for the other.
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

create function delete_old_agents(days int, most int) returns bigint language sql security definer set search_path = pg_catalog, public as $$
  with old as (
    select id from api_keys
    where account_id = current_account() and client_id is not null and case when rotated_at is null
      then expires_at < now() - interval '1 day' else least(revoked_at, expires_at) < now() - make_interval(days => greatest(days, 30)) end
    order by id limit most
  ), deleted as (delete from api_keys k using old where k.account_id = current_account() and k.id = old.id returning 1)
  select count(*) from deleted
$$;
comment on function delete_old_agents is
  'Deletes agents of the account that ended so many days ago, 30 at least, with the log of their calls, and those whose program never took the consent up. It runs as the owner: the product itself can delete no key.';
revoke all on function delete_old_agents from public;
grant execute on function delete_old_agents to crossdock_app;

create function key_changed() returns trigger language plpgsql as $$ begin
  perform pg_notify('crossdock_keys', new.handle);
  return null;
end $$;
comment on function key_changed is 'Tells every process that what it remembers of a key is no longer so.';
create trigger key_changed after update on api_keys for each row execute function key_changed();
