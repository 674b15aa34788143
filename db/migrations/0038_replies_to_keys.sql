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

alter table audit_entries add column key_name text;
comment on column audit_entries.key_name is 'The API key that it was done with; its maker is the person. Null for what was done by hand.';
