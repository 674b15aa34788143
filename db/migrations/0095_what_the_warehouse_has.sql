-- What the warehouse has in place of a warehouse order of ours that it has not accepted: a person decides whether it is ours.
alter table warehouse_orders add column found jsonb;
