-- Events are read by keys, too, from one to the next: see docs/api/events.md.
alter table installation add column sequences_after bigint not null default 0;
alter table installation add column cursors_after bigint not null default 0;
comment on column installation.sequences_after is
  'Every sequence that an event is given is above it. Raised when the database begins another life: what the one before gave last may be lost.';
comment on column installation.cursors_after is 'Cursors of events below it are refused: the database was restored since they were given.';

alter table event_counters add column deleted_to bigint not null default 0;
comment on column event_counters.deleted_to is 'The highest sequence of the events that were deleted because they grew old.';

create index api_keys_following on api_keys (account_id) where revoked_at is null and 'read_events' = any (scopes);
grant select (account_id, scopes, revoked_at) on api_keys to crossdock_scheduler;
create policy scheduler on api_keys for select to crossdock_scheduler using (revoked_at is null and 'read_events' = any (scopes));
comment on table events is 'What happened to which record, for 30 days. None of what no subscription and no key of its account follows.';
