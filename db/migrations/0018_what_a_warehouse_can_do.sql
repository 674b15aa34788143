-- What a warehouse can do with orders that it has. Until its connector has said so, it is taken to be able to.
alter table connections
  add column holds_released boolean not null default true,
  add column replaces_released boolean not null default true;
comment on column connections.holds_released is 'Whether a warehouse can hold an order that it has, as its connector says.';
comment on column connections.replaces_released is 'Whether a warehouse can change an order that it has, as its connector says.';
