-- outside a transaction
-- What was done in certain days of long ago was read past all that came after them.
drop index concurrently if exists audit_entries_of_time;
create index concurrently audit_entries_of_time on audit_entries (account_id, at, id);
