-- What a rare verb found was read past all other entries of the account.
create index audit_entries_of_verb on audit_entries (account_id, verb, id);
