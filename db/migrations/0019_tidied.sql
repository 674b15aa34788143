-- When an account's old records and stray files were last looked for: one worker does so, once an hour.
alter table accounts add column tidied_at timestamptz;
grant update (tidied_at) on accounts to crossdock_app;
