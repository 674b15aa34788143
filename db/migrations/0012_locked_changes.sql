-- The channel changed this order while it was locked, and nothing was taken over: it is read again before it goes on.
alter table orders add column changed_while_locked boolean not null default false;
create index orders_changed_while_locked on orders (account_id, id) where changed_while_locked;
