-- outside a transaction
-- Each run that is deleted asked all exports, imports or bookings of its account whether one refers to it.
drop index concurrently if exists bookings_of_run;
create index concurrently bookings_of_run on bookings (account_id, run_id) where run_id is not null;
drop index concurrently if exists exports_of_run;
create index concurrently exports_of_run on exports (account_id, run_id);
drop index concurrently if exists imports_of_run;
create index concurrently imports_of_run on imports (account_id, run_id) where run_id is not null;
