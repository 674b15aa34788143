-- Which purchase orders their source has ended, and no person here: they go on when it opens them again.
alter table purchase_orders add column ended_by_source boolean not null default false;
