-- What a warehouse order was sent as was composed from the rows of its orders. A mapping that changes afterwards has to be compared with
-- what the warehouse really has.
alter table warehouse_orders add sent jsonb, add replacement jsonb, add must_compare boolean not null default false, add kept boolean not null default false;
comment on column warehouse_orders.sent is 'What the warehouse has of it, as it was told: the message itself. Null: not sent yet, or sent before this was kept; then its orders'' rows are what was sent.';
comment on column warehouse_orders.replacement is 'What the warehouse is to have instead, and the values that its orders take once it has it. Null: nothing else.';
comment on column warehouse_orders.must_compare is 'A mapping changed while it was being sent: what was sent is compared once the warehouse has it.';
comment on column warehouse_orders.kept is 'A person kept it as it was sent: it is not replaced by itself.';
-- Of those that a warehouse still has, since a mapping that changes looks through all of them.
create index warehouse_orders_open on warehouse_orders (account_id, id) where state in ('waiting', 'accepted');
