-- While a worker cannot write its mark nothing leaves, and nobody saw why: everything looked as if it were being sent.
alter table installation add column files_failed_at timestamptz;
comment on column installation.files_failed_at is
  'When a worker last could not write its mark to the files, which it tries every few seconds. Null once it could.';
