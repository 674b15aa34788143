-- The records that a bulk run works on, frozen when it was confirmed. done_at says how far it is.
create table run_targets (
  account_id bigint not null,
  run_id bigint not null,
  record_id bigint not null,
  done_at timestamptz,
  primary key (account_id, run_id, record_id),
  foreign key (account_id, run_id) references runs on delete cascade
);
create index run_targets_waiting on run_targets (account_id, run_id, record_id) where done_at is null;
call make_tenant_table('run_targets');

-- What the run did, so that it can be undone: the action's name.
alter table runs add column action text;
alter table runs add column undone_at timestamptz;
