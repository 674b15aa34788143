-- What another system calls `/v1` with. A key is looked up before its account is known, so sign-in's role reads it.
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
  primary key (account_id, id),
  unique (account_id, handle)
);
comment on table api_keys is 'What another system calls the API with, for one account. It may what its scopes say and its maker may.';
comment on column api_keys.version is 'The version of the API that it is served, unless a request names another.';
comment on column api_keys.paused_at is 'When its maker left the account. It is refused until a colleague takes it over.';
create unique index api_keys_by_name on api_keys (account_id, lower(name)) where revoked_at is null;
create index api_keys_by_handle on api_keys (handle);
create index api_keys_of_maker on api_keys (account_id, made_by);
call make_tenant_table('api_keys');
create policy sign_in on api_keys to crossdock_sign_in using (true) with check (true);
grant select, update (paused_at) on api_keys to crossdock_sign_in;
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
create policy sign_in on api_key_secrets for select to crossdock_sign_in using (true);
grant select on api_key_secrets to crossdock_sign_in;
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

create function key_changed() returns trigger language plpgsql as $$ begin
  perform pg_notify('crossdock_keys', new.handle);
  return null;
end $$;
comment on function key_changed is 'Tells every process that what it remembers of a key is no longer so.';
create trigger key_changed after update on api_keys for each row execute function key_changed();

create function maker_changed() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' then
    update api_keys set paused_at = coalesce(paused_at, now())
      where account_id = old.account_id and made_by = old.user_id and revoked_at is null;
  else
    perform pg_notify('crossdock_keys', handle) from api_keys where account_id = new.account_id and made_by = new.user_id;
  end if;
  return null;
end $$;
comment on function maker_changed is 'The keys of who left are paused; those of who has another role may something else from now on.';
create trigger maker_changed after delete or update of role on members for each row execute function maker_changed();

create function account_suspended() returns trigger language plpgsql as $$ begin
  perform pg_notify('crossdock_keys', handle) from api_keys where account_id = new.id;
  return null;
end $$;
create trigger account_suspended after update of suspended_at on accounts for each row execute function account_suspended();
