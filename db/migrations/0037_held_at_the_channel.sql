-- An order on hold that the warehouse does not have is held at its channel too, where people look as well.
alter table orders add column held_there boolean not null default false;
comment on column orders.held_there is 'Whether the channel holds it because we asked.';
alter table connections add column holds boolean not null default false;
comment on column connections.holds is 'Whether it can hold an order, as its connector says.';
update connections set holds = true where connector = 'ship_station';
-- The kinds of effect are the connectors' and grow with them; the code names them.
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind <> '');
