-- Super admins see where two accounts are connected to the same. Sign-in's role, by which all accounts are listed, compares what live
-- connections belong to; of the rest of a connection it sees nothing.
grant select (account_id, id, slug, name, identities, disconnected_at) on connections to crossdock_sign_in;
create policy sign_in on connections for select to crossdock_sign_in using (disconnected_at is null and identities <> '{}');
