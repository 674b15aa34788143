-- Events are read by keys, too, from one to the next: see docs/api/events.md.
alter table installation add column sequences_after bigint not null default 0;
alter table installation add column cursors_after bigint not null default 0;
comment on column installation.sequences_after is
  'Every sequence that an event is given is above it. Raised when the database begins another life: what the one before gave last may be lost.';
comment on column installation.cursors_after is 'Cursors of events below it are refused: the database was restored since they were given.';

alter table event_counters add column deleted_to bigint not null default 0;
comment on column event_counters.deleted_to is 'The highest sequence of the events that were deleted because they grew old.';
comment on table events is 'What happened to which record, for 30 days. None of what no subscription and no key of its account follows.';

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
create trigger follow_events after insert or update of scopes, revoked_at on api_keys for each row execute function follow_events();
