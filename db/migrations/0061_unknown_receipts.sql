-- A receipt that belongs to no purchase order is set aside by a person who says why, or assigned to one.
alter table receipts add column set_aside_at timestamptz;
alter table receipts add column set_aside_by bigint references users;
alter table receipts add column set_aside_reason text;

-- It is an issue of its own type, because it has its own remedy.
update issues set type = 'unknown_receipt' where type = 'unexpected_item' and order_id is null and purchase_order_id is null and closed_at is null;
