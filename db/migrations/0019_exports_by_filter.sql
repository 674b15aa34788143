-- A running export is joined by whoever asks for the same orders. One of other orders runs after it.
drop index if exists exports_running;
create unique index exports_running on exports (account_id, kind, order_status, connection_id, start_at, end_at) nulls not distinct
  where finished_at is null;
