create table recent_requests (
  account_id bigint not null,
  user_id bigint not null references users,
  digest text not null,
  at timestamptz not null default now(),
  reply jsonb,
  primary key (account_id, user_id, digest)
);
comment on table recent_requests is
  'What requests that add something replied lately, so that a second click adds nothing. Deleted after an hour. Its digest is of the call and its body.';
call make_tenant_table('recent_requests');
