-- The warehouse has closed it, and its receipts have not been read up to then: its order is looked at again when they are.
alter table asns add column awaits_receipts boolean not null default false;
create index asns_awaiting_receipts on asns (account_id, connection_id) where awaits_receipts;
