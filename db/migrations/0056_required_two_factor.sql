alter table accounts add column two_factor_required boolean not null default false;
comment on column accounts.two_factor_required is
  'Whether everybody of this account must sign in with a code too: who has not set that up does so before anything else.';
grant update (two_factor_required) on accounts to crossdock_app;
-- Whoever requires it sees who of the account has none.
grant select (two_factor_enabled) on users to crossdock_app;
