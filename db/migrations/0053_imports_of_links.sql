-- Imports of what belongs to one channel: the links of its products.
alter table imports add column connection_id bigint;
alter table imports add foreign key (account_id, connection_id) references connections;
comment on column imports.connection_id is 'The channel whose links are imported; null for records of no connection.';
