alter table connections add column catches_up boolean not null default false;
comment on column connections.catches_up is 'A channel that was disconnected reads what changed meanwhile: until its stream of orders has been read to the end, nothing of it is released.';
alter table connections add column orders_since timestamptz;
comment on column connections.orders_since is 'Its stream is read from before this date, because it was disconnected meanwhile: orders that are not known come in only when they changed since.';
