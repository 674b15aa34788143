-- Orders that were sold before a channel or a warehouse was connected, or before an account was compared, may have been sent by a database that
-- is lost, by another account or another system, under a reference that nobody here knows. The warehouse is asked for their numbers first.
alter table connections add column finds_sold_before timestamptz;
update connections set finds_sold_before = now() + interval '2 days' where finds_by_number;
