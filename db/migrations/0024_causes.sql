-- Whoever looks for what became of a request finds its id in the log of what it queued.
alter table outbox add column cause text check (length(cause) <= 100);
comment on column outbox.cause is 'The id of the request or job that began what it belongs to.';
