-- An export of orders may ask for one status.
alter table exports add check (order_status in ('pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled'));

-- Every payload is a line of a bundle.
alter table order_payloads drop column raw;
alter table order_payloads alter column bundle_id set not null, alter column line set not null;
