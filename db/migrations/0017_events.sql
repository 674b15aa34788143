-- What happened, for whoever subscribes to it: see docs/api/webhooks.md.
create table event_subscriptions (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 60),
  url text not null check (char_length(url) between 1 and 2000),
  types text[] not null check (cardinality(types) between 1 and 100),
  secret text not null,
  former_secret text,
  former_until timestamptz,
  state text not null default 'on' check (state in ('on', 'off')),
  off_because text check (off_because in ('person', 'gone', 'failing')),
  failures int not null default 0,
  failing_since timestamptz,
  rest_until timestamptz,
  replay_from bigint,
  replay_to bigint,
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  delivered_at timestamptz,
  primary key (account_id, id),
  check ((state = 'off') = (off_because is not null)),
  check ((replay_from is null) = (replay_to is null))
);
comment on table event_subscriptions is 'To which addresses of other systems an account has which events sent.';
comment on column event_subscriptions.secret is 'Sealed. What is sent is signed with it.';
comment on column event_subscriptions.former_secret is 'Sealed. Signs beside the new one until former_until.';
comment on column event_subscriptions.off_because is 'A person, its reply 410, or five days of failures.';
comment on column event_subscriptions.failures is 'Tries since the last success.';
comment on column event_subscriptions.failing_since is 'When the first of these failures was.';
comment on column event_subscriptions.rest_until is 'Nothing is sent to it before.';
comment on column event_subscriptions.replay_from is 'The next sequence of those that are sent again, up to replay_to.';
comment on column event_subscriptions.lease_until is 'Until when a worker alone sends to it.';
comment on column event_subscriptions.delivered_at is 'When an event arrived there last.';
create unique index event_subscriptions_by_name on event_subscriptions (account_id, lower(name)) where deleted_at is null;
call make_tenant_table('event_subscriptions');
grant select (account_id, id, state, rest_until, lease_until, deleted_at, replay_from) on event_subscriptions to crossdock_scheduler;
create policy scheduler on event_subscriptions for select to crossdock_scheduler using (true);

create table events (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  type text not null check (type <> ''),
  record_id bigint not null,
  at timestamptz not null default now(),
  sequence bigint,
  primary key (account_id, id)
);
comment on table events is 'What happened to which record, for 30 days. None of what no subscription and no key of its account follows.';
comment on column events.sequence is
  'Its place in the order in which an account''s events are read. Given after the commit, so that none appears behind one that was read.';
create unique index events_in_order on events (account_id, sequence) where sequence is not null;
create index events_unnumbered on events (account_id, id) where sequence is null;
create index events_by_time on events (account_id, at);
call make_tenant_table('events');
grant select (account_id, sequence) on events to crossdock_scheduler;
create policy scheduler on events for select to crossdock_scheduler using (sequence is null);

create table event_counters (
  account_id bigint not null primary key references accounts,
  last_sequence bigint not null,
  deleted_to bigint not null default 0
);
comment on table event_counters is 'The last sequence that an event of an account was given.';
comment on column event_counters.deleted_to is 'The highest sequence of the events that were deleted because they grew old.';
call make_tenant_table('event_counters');

create table event_deliveries (
  account_id bigint not null,
  id bigint generated always as identity,
  subscription_id bigint not null,
  event_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  done_at timestamptz,
  primary key (account_id, id),
  unique (account_id, event_id, subscription_id),
  foreign key (account_id, subscription_id) references event_subscriptions,
  foreign key (account_id, event_id) references events on delete cascade
);
comment on table event_deliveries is 'Which event is sent to which subscription, and what became of it.';
comment on column event_deliveries.attempts is 'Tries that ended, since it was sent first or replayed.';
create index event_deliveries_due on event_deliveries (account_id, subscription_id, due_at, id) where state = 'waiting';
create index event_deliveries_of_subscription on event_deliveries (account_id, subscription_id, id);
-- What the pages of webhooks show is found at once, however much was sent.
create index event_deliveries_failed on event_deliveries (account_id, subscription_id, id) where state = 'failed';
call make_tenant_table('event_deliveries');
grant select (account_id, subscription_id, state, due_at) on event_deliveries to crossdock_scheduler;
create policy scheduler on event_deliveries for select to crossdock_scheduler using (state = 'waiting');

create table delivery_tries (
  account_id bigint not null,
  id bigint generated always as identity,
  delivery_id bigint not null,
  at timestamptz not null,
  url text not null,
  took_ms int not null,
  status int,
  reason jsonb,
  reply text not null default '',
  primary key (account_id, id),
  foreign key (account_id, delivery_id) references event_deliveries on delete cascade
);
comment on table delivery_tries is 'The calls of deliveries.';
comment on column delivery_tries.status is 'Of the reply. Null where there was none: reason says why.';
comment on column delivery_tries.reply is 'The beginning of its body.';
create index delivery_tries_of_delivery on delivery_tries (account_id, delivery_id, id);
call make_tenant_table('delivery_tries');

-- Events are read by keys, too, from one to the next: see docs/api/events.md.
create table followed_scopes (
  account_id bigint not null references accounts,
  scope text not null,
  since_sequence bigint not null,
  since timestamptz not null default now(),
  primary key (account_id, scope)
);
comment on table followed_scopes is 'Of which nouns keys of an account follow the events: those are written, whether a webhook names them or not.';
comment on column followed_scopes.since_sequence is 'A sequence that no event has. Whoever has a cursor from before it may have missed some.';
call make_tenant_table('followed_scopes');
grant select (account_id) on followed_scopes to crossdock_scheduler;
create policy scheduler on followed_scopes for select to crossdock_scheduler using (true);

create function follow_events() returns trigger language plpgsql as $$
declare
  wanted text[];
  place bigint;
begin
  if tg_op = 'INSERT' and not 'read_events' = any (new.scopes) then return null; end if;
  -- One at a time of an account, so that none takes away what another has just begun to follow.
  perform pg_advisory_xact_lock(7203426, (new.account_id % 2147483647)::int);
  wanted := array(select distinct replace(unnest(k.scopes), 'write_', 'read_') from api_keys k
    where k.account_id = new.account_id and k.revoked_at is null and 'read_events' = any (k.scopes));
  delete from followed_scopes f where f.account_id = new.account_id and not f.scope = any (wanted);
  if wanted <@ array(select f.scope from followed_scopes f where f.account_id = new.account_id) then return null; end if;
  insert into event_counters as c (account_id, last_sequence)
    select new.account_id, i.sequences_after + 1 from installation i
    on conflict (account_id) do update set last_sequence = greatest(c.last_sequence + 1, excluded.last_sequence)
    returning c.last_sequence into place;
  insert into followed_scopes (account_id, scope, since_sequence) select new.account_id, unnest(wanted), place on conflict do nothing;
  return null;
end $$;
comment on function follow_events is 'Keeps which nouns the keys of an account follow. An expired key follows until it is revoked: it may be extended.';
-- Agents read no events, and sign-in's role, which ends them, knows nothing of those.
create trigger follow_events after insert or update of scopes, revoked_at on api_keys
  for each row when (new.client_id is null) execute function follow_events();
