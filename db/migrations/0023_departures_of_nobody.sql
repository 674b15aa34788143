-- What leaves without an order of ours was promised to nobody: it is taken off what is available, too.
alter table stock_departures add column is_unpromised boolean not null default false;
comment on column stock_departures.is_unpromised is
  'It left in a parcel of no order of ours, as what goes back to a vendor does: until a count, what is available has it.';
