-- Agents change a few records by themselves where the account lets them. Whatever makes goods leave waits for a person all the same.
alter table accounts add column agents_alone int not null default 0 check (agents_alone between 0 and 100);
comment on column accounts.agents_alone is
  'How many records all its agents together may change within 24 hours without a person. 0: each change waits for one.';
grant update (agents_alone) on accounts to crossdock_app;

alter table runs add column nothing_leaves boolean not null default false;
comment on column runs.nothing_leaves is
  'Nobody who may release orders has looked at it: records by whose change another order may leave stay as they are. Of what an agent
prepared, this says that no person started it.';
