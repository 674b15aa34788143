alter table orders add column source_units int;
comment on column orders.source_units is 'Units of goods that the channel had in the order when it was last read after its release; null when it was not read since.';
