-- outside a transaction
-- What a rare verb found was read past all other entries of the account.
drop index concurrently if exists audit_entries_of_verb;
create index concurrently audit_entries_of_verb on audit_entries (account_id, verb, id);
