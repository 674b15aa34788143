-- Sign-in by a second factor: an authenticator app, and codes for who has lost it.
alter table users add column two_factor_enabled boolean not null default false;

create table two_factors (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
comment on table two_factors is
  'A person''s authenticator app: its secret, encrypted, and the digests of the recovery codes that are left. Not verified while it is being set up.';
revoke all on two_factors from crossdock_app;
grant select, insert, update, delete on two_factors to crossdock_sign_in;
