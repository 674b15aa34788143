-- Consents that people were sent to a vendor for, until they come back, within minutes: each is used once, in the session that began it.
-- `state` is a digest; `form` is sealed: what was entered, and what proves that whoever comes back with the code is who asked for it.
create table consents (
  account_id bigint not null references accounts (id),
  id bigint not null generated always as identity,
  user_id bigint not null references users (id) on delete cascade,
  session_id bigint not null,
  connector text not null,
  state bytea not null,
  form text not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
call make_tenant_table('consents');
create index consents_of_session on consents (account_id, session_id);
