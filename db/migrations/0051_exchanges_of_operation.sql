-- outside a transaction
-- What a log has of a rare kind of record was read past all other calls of the connection: a busy one makes millions in a month.
drop index concurrently if exists exchanges_of_operation;
create index concurrently exchanges_of_operation on exchanges (account_id, connection_id, operation, id desc);
