alter table asns rename column found to theirs;
alter table warehouse_orders rename column found to theirs;
alter table bookings rename column told to quantities;
