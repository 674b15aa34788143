-- Products and raw materials are exported as orders are.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('orders', 'products', 'raw_materials'));
