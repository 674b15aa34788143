create table cut_off_jobs (
  digest text primary key,
  workers int not null default 1,
  cut_off_at timestamptz not null default now()
);
comment on table cut_off_jobs is
  'Jobs that workers had in hand when they died, by a digest of name and payload, which a job that is enqueued again shares. Kept until it ends in order, a day at most.';
comment on column cut_off_jobs.workers is 'So many died over it one after another.';
grant select, insert, update, delete on cut_off_jobs to crossdock_queue;
