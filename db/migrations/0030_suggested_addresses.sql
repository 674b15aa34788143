-- How many incomplete addresses have a suggestion is counted from an index, rather than by reading their orders.
alter table issues add column is_suggested boolean not null default false;
comment on column issues.is_suggested is 'It is certain what mends it: it waits for a person to accept that.';
create index issues_suggested on issues (account_id, type, order_id) where closed_at is null and is_suggested;
