-- Support tickets have tags, too: those of the account that they belong to.
alter table tagged_records drop constraint tagged_records_record_type_check;
alter table tagged_records add constraint tagged_records_record_type_check
  check (record_type in ('order', 'purchase_order', 'product', 'raw_material', 'ticket'));
