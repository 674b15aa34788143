-- What outside systems know our records by is derived from what it stands for, and from no sequence: after a restore, or when a channel
-- is connected again, the same record has the same reference, and another never has it.

-- The parts follow each other with their lengths, so that no two lists of parts read alike.
create function reference_part(part text) returns text language sql immutable parallel safe
  return octet_length(part) || ':' || part;

create function reference_hash(parts text) returns text language sql stable parallel safe
  return left(encode(sha256(convert_to(parts, 'UTF8')), 'hex'), 24);

-- A line of an order, as the warehouse knows it.
create function line_reference(reference_key text, order_remote_id text, line_remote_id text) returns text language sql stable parallel safe
  return reference_hash(reference_part(reference_key) || reference_part(order_remote_id) || reference_part(line_remote_id));

-- Orders that travel together, by the keys of their connections and their remote ids in order; `part` of them; `attempt`: how many
-- warehouse orders the warehouse had of them, or may have had.
create function warehouse_reference(orders text, part integer, attempt integer) returns text language sql stable parallel safe
  return 'CD-' || reference_hash(orders || ';' || part || ';' || attempt);

create function asn_reference(purchase_order text, attempt integer) returns text language sql stable parallel safe
  return 'CD-P' || reference_hash(purchase_order || ';' || attempt);

alter table warehouse_orders alter column reference drop expression;
alter table warehouse_orders add column part integer not null default 1;
alter table warehouse_orders add column attempt integer not null default 1;
alter table warehouse_orders drop constraint warehouse_orders_account_id_connection_id_reference_key;
alter table warehouse_orders add unique (account_id, reference);

-- Sent by an earlier database or by somebody else, and taken over: what its lines are called is not known here, so they are known by SKU.
alter table warehouse_orders add column lines_by_sku boolean not null default false;

create function next_warehouse_attempt(account bigint, orders text, of_part integer) returns integer language plpgsql stable as $$
declare
  tried integer := 1;
begin
  while exists (select from warehouse_orders w where w.account_id = account and w.reference = warehouse_reference(orders, of_part, tried)) loop
    tried := tried + 1;
  end loop;
  return tried;
end $$;

-- Of what was made here, with no remote id.
alter table purchase_orders add column origin uuid not null default gen_random_uuid();

alter table asns alter column reference drop expression;
alter table asns drop constraint asns_account_id_connection_id_reference_key;
alter table asns add unique (account_id, reference);

create function next_asn_attempt(account bigint, purchase_order text) returns integer language plpgsql stable as $$
declare
  tried integer := 1;
begin
  while exists (select from asns a where a.account_id = account and a.reference = asn_reference(purchase_order, tried)) loop
    tried := tried + 1;
  end loop;
  return tried;
end $$;

alter table bookings alter column key drop expression;

-- The same effect is the one of the same record. What the other side is told is no longer its key.
update outbox set key = warehouse_order_id::text where kind = 'submit';
update outbox set key = asn_id::text where kind in ('announce', 'announce_change', 'withdraw');
update outbox set key = booking_id::text where kind = 'book';
update outbox x set key = case when x.key like 'no-goods-%' then 'no-goods-' else 'order-' end || o.remote_id
from orders o where o.account_id = x.account_id and o.id = x.order_id and x.kind = 'confirm' and x.shipment_id is null;

create function shipment_reference(channel_key text, order_remote_id text, warehouse_key text, parcel_remote_id text) returns text language sql stable parallel safe
  return reference_hash(reference_part(channel_key) || reference_part(order_remote_id) || reference_part(warehouse_key) || reference_part(parcel_remote_id));

update outbox x set key = 'shipment-' || shipment_reference(channel.reference_key, o.remote_id, warehouse.reference_key, s.remote_id)
from shipments s join orders o on o.account_id = s.account_id and o.id = s.order_id
  join connections channel on channel.account_id = o.account_id and channel.id = o.connection_id
  join connections warehouse on warehouse.account_id = s.account_id and warehouse.id = s.connection_id
where s.account_id = x.account_id and s.id = x.shipment_id and x.kind = 'confirm' and x.key like 'shipment-%';

-- The other side is asked for the order number too before anything is sent: where we may not know what it was sent, as after a restore.
alter table outbox add column by_number boolean not null default false;
alter table connections add column finds_by_number boolean not null default false;
