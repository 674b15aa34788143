-- outside a transaction
-- Apart from the column: while all orders are looked at for this one, they are read and written.
drop index concurrently if exists orders_by_other_number;
create index concurrently orders_by_other_number on orders (account_id, other_number) where other_number is not null;
