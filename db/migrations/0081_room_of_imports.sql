-- What imports keep counts towards an account's room for files.
alter table imports add discarded_at timestamptz;
comment on column imports.discarded_at is 'Since when its file is gone and its rows are being deleted: it was cancelled, or its room was needed.';
alter table import_chunks add error_bytes int not null default 0;
comment on column import_chunks.error_bytes is 'How much room what is wrong in its rows takes in import_errors.';
update files set uploaded = true where (account_id, id) in (select account_id, file_id from imports);
