-- What was done in certain days of long ago was read past all that came after them.
create index audit_entries_of_time on audit_entries (account_id, at, id);
