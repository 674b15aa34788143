-- A bulk action over everything that matches a filter is prepared when its dialog opens: its records are fixed then, and it starts
-- when it is confirmed. Ids are stored a thousand in a row, so that two million are fixed while a person waits.
alter table runs drop constraint runs_state_check;
alter table runs add constraint runs_state_check check (state in ('prepared', 'running', 'done', 'failed', 'cancelled'));
create index runs_prepared on runs (account_id, requested_by, id) where state = 'prepared';

alter table run_targets rename to run_targets_by_row;
alter table run_targets_by_row rename constraint run_targets_pkey to run_targets_by_row_pkey;
create table run_targets (
  account_id bigint not null,
  run_id bigint not null,
  part int not null,
  ids bigint[] not null,
  taken int not null default 0,
  primary key (account_id, run_id, part),
  foreign key (account_id, run_id) references runs on delete cascade
);
comment on table run_targets is 'The records that a bulk run has not worked on yet, fixed when it was prepared, in parts of a thousand.';
comment on column run_targets.taken is 'How many of this part, from its beginning, were worked on. A part of which all were is deleted.';
alter table run_targets alter column ids set storage external;
call make_tenant_table('run_targets');

insert into run_targets (account_id, run_id, part, ids)
select account_id, run_id, part, array_agg(record_id order by record_id) from (
  select account_id, run_id, record_id, (row_number() over (partition by account_id, run_id order by record_id) - 1) / 1000 as part
  from run_targets_by_row where done_at is null
) as waiting group by account_id, run_id, part;
drop table run_targets_by_row;
