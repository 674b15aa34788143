-- A channel may number an order anew: what another connection has of the same sale is known by either number.
alter table orders add column other_number text;
comment on column orders.other_number is
  'The number that its channel gave it before; or since, where it stays at the warehouse under the one that it was sent with.';
