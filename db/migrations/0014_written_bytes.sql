-- What texts of people take, so that an index has their sum: see app/shared/files/quota.ts.
alter table comments add column bytes int not null generated always as (octet_length(body)) stored;
create index comments_bytes on comments (account_id) include (bytes);
alter table support_messages add column bytes int not null generated always as (octet_length(body)) stored;
create index support_messages_bytes on support_messages (account_id) include (bytes);
alter table support_tickets add column bytes int not null generated always as (octet_length(description)) stored;
create index support_tickets_bytes on support_tickets (account_id) include (bytes);
