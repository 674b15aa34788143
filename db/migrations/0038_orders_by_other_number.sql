-- Apart from the column, whose transaction nobody may read an order in: while all orders are looked at for this one, they are read.
create index orders_by_other_number on orders (account_id, other_number) where other_number is not null;
