-- What waits for a person does so again where an order that had ended is back, unless its check finds that by itself.
alter table issues add column lapsed boolean not null default false;
comment on column issues.lapsed is
  'Closed because its order ended or was deleted, and not because it was mended or decided about. Open again where the order is back.';
create index issues_lapsed on issues (account_id, order_id) where lapsed;
