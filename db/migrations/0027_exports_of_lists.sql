-- An export may have the orders of a list as it is filtered, or those that were ticked, and a row a line instead of a row an order.
alter table exports add column file_rows text not null default 'orders' check (file_rows in ('orders', 'lines'));
alter table exports add column selection text;
comment on column exports.selection is 'A digest of the list''s filter or of the ticked orders; null where status, source and dates say everything. The orders themselves are the run''s targets.';
alter table exports add column filter jsonb;
comment on column exports.filter is 'The list''s filter: its orders become the run''s targets when the file is begun.';
alter table exports add column described text;
comment on column exports.described is 'What the selection is, in words.';
drop index exports_running;
create unique index exports_running on exports (account_id, kind, file_rows, order_status, connection_id, start_at, end_at, selection) nulls not distinct
  where finished_at is null;
