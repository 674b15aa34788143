-- One ledger of what people changed. What runs by itself, such as intake, feeds, stock, the outbox and statuses, has histories of its own.
create table changes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  group_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  user_id bigint references users,
  noun text not null,
  record_id bigint,
  was jsonb,
  "is" jsonb,
  packed json,
  form text,
  undoes bigint,
  primary key (account_id, id),
  foreign key (account_id, undoes) references changes on delete cascade
);
comment on table changes is 'What people changed, a row a record and act, so that it can be undone and says who changed what since. Nobody can change a row.';
comment on column changes.group_id is 'What was changed together, and is undone together.';
comment on column changes.noun is 'What kind of record, as the audit names it.';
comment on column changes.was is 'The values of the changed fields before, by field; null where there was no record. Never a secret.';
comment on column changes."is" is 'The same after; null where the record is gone. It is undone only where this still stands.';
comment on column changes.packed is 'Instead of a row each: what an import did to thousands of records, in the form of its noun.';
comment on column changes.form is 'How a packed row is read, as its noun says: changed, created and others.';
comment on column changes.undoes is 'The change that this one took back.';
alter table changes alter column packed set storage external;
create index changes_of_group on changes (account_id, group_id, id);
create index changes_of_record on changes (account_id, noun, record_id, id) where packed is null;
create unique index changes_undone on changes (account_id, undoes) where undoes is not null;
create index changes_of_mappings on changes (account_id, at) where noun in ('product link', 'order line', 'shipping option', 'location mapping');
create index changes_packed on changes (account_id, group_id) where packed is not null;
call make_tenant_table('changes');
revoke update, delete on changes from crossdock_app;

-- The owner keeps to the account of the transaction, too, where a function runs as it.
do $$ begin
  execute format('create policy keeper on changes to %I using (account_id = current_account()) with check (account_id = current_account())', current_user);
end $$;

create function forget_changes(most int) returns bigint language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  forgotten bigint;
begin
  delete from changes where account_id = current_account() and id in (
    select id from changes where account_id = current_account() and packed is not null and at < now() - interval '35 days'
    union select id from changes where account_id = current_account() and at < now() - interval '400 days' order by id limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function forget_changes is 'Deletes changes of the account that are so old that nobody undoes them. It runs as the owner: the product itself can delete none.';
revoke all on function forget_changes from public;
grant execute on function forget_changes to crossdock_app;

-- Links and mappings first.
alter table runs add column change_group_id bigint;
comment on column runs.change_group_id is 'What the action changed, by which it is undone: a group of changes.';
alter table runs drop column mapping_save_id;
drop table mapping_saves;

-- Edits of orders: the history says what was done, the ledger has what an undo needs.
alter table order_events add column change_id bigint;
alter table order_events add column removed_worth numeric(14, 4);
alter table order_events add foreign key (account_id, change_id) references changes on delete set null (change_id);
comment on column order_events.change_id is 'The change of the ledger that the entry tells of.';
comment on column order_events.removed_worth is 'What the channel had sold of the lines that an edit removed.';
create index order_events_of_change on order_events (account_id, change_id) where change_id is not null;
alter table runs drop column order_event_id;
drop index order_events_undone;
alter table order_events drop column undoes, drop column removed_lines;

-- What imports did, packed.
alter table imports add column change_group_id bigint;
comment on column imports.change_group_id is 'What it changed: a group of packed changes, by which it is undone.';
drop table import_changes;
