-- What the warehouse said of received goods beside their lot, where it did.
alter table receipts add column expires_on date;
alter table receipts add column serials text[];
-- Goods of receipts that are not booked yet are not offered to channels.
create index receipts_not_booked on receipts (account_id, sku) where processed_at is null and set_aside_at is null;
