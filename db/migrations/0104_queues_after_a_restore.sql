-- Of a queue a restored database does not get back what it acknowledged: it is read by date then.
alter table connections add acknowledges boolean not null default false;
comment on column connections.acknowledges is 'Its orders come by a queue, and each is acknowledged once it is stored.';
update connections c set acknowledges = true where exists (
  select from outbox x where x.account_id = c.account_id and x.connection_id = c.id and x.kind = 'acknowledge');

-- A worker that dies over an import leaves it counted.
alter table imports add cut_off int not null default 0;
comment on column imports.cut_off is 'How often this phase was begun and not ended in order, one after the other.';
