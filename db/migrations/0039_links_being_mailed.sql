-- The link of an invitation that is sent again was stored once its mail was taken: where the process ended in between, it was dead.
create table invitation_links (
  account_id bigint not null,
  invitation_id bigint not null,
  token_digest text not null,
  sent_by bigint references users on delete set null,
  expires_at timestamptz not null,
  primary key (account_id, invitation_id, token_digest),
  foreign key (account_id, invitation_id) references invitations on delete cascade
);
comment on table invitation_links is
  'Links that are being mailed, or were and nobody noted that: they work beside the one of their invitation, until a mail of it is noted.';
create index invitation_links_by_token on invitation_links (token_digest);
create index invitation_links_by_sender on invitation_links (account_id, sent_by);
call make_tenant_table('invitation_links');
-- Whoever follows a mailed link is in no account yet: sign-in makes them a member.
create policy sign_in on invitation_links for select to crossdock_sign_in using (true);
grant select on invitation_links to crossdock_sign_in;
