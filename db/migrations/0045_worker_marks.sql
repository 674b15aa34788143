-- All workers raise one number. Where a database is taken back by a few marks beneath them, others raise it past those that were lost, and
-- whether it is behind cannot be seen any longer: each worker's own mark tells. And one worker that could write its files again took back
-- what another had noted that cannot.
create table worker_marks (
  worker text primary key,
  mark bigint not null default 0,
  raised_at timestamptz not null default now(),
  files_failed_at timestamptz
);
comment on table worker_marks is
  'What each worker has raised the mark of the installation to, before it wrote the same to the file store.';
comment on column worker_marks.files_failed_at is
  'When it last could not write its mark to the files, which it tries every few seconds. Null once it could.';
comment on column installation.files_failed_at is 'Written by builds before worker_marks, which has it of each worker.';
revoke insert, update, delete on worker_marks from crossdock_app;
grant select, insert, update, delete on worker_marks to crossdock_scheduler;
