-- outside a transaction
-- Each file that is deleted asked all exports or imports of its account whether one refers to it.
drop index concurrently if exists exports_of_file;
create index concurrently exports_of_file on exports (account_id, file_id) where file_id is not null;
drop index concurrently if exists imports_of_file;
create index concurrently imports_of_file on imports (account_id, file_id) where file_id is not null;
