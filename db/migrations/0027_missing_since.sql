-- A warehouse may say that it does not have an order which it has not taken in yet: it is asked again before that counts.
alter table outbox add column missing_since timestamptz;
comment on column outbox.missing_since is 'Since when the warehouse says that it does not have what may have arrived there.';
