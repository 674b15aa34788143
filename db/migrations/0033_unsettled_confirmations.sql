-- A confirmation that the other side took and never settles would wait for ever, seen by nobody.
alter table outbox add column ticket_since timestamptz;
comment on column outbox.ticket_since is 'When the other side took it and gave its ticket.';
