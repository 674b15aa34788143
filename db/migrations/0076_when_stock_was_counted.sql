-- A row of stock_levels has the time of the count or of the parcel that changed it last, so the latest of them is no time of a count: orders
-- that were accepted since the count, and before a parcel left, were taken for allocated, and channels were told what they have sold.
alter table streams add counted_at timestamptz;
comment on column streams.counted_at is 'Of stock: when the count was made that was last read whole.';
update streams s set counted_at = (
  select max(l.taken_at) from stock_levels l where l.account_id = s.account_id and l.connection_id = s.connection_id
) where s.stream = 'stock';

alter table stock_due add anew boolean not null default false;
comment on column stock_due.anew is 'The channel is told whatever it was told before, because its quantity has moved since.';
