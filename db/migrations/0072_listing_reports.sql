-- A channel's listing report is an import that a worker applies as it applies every other: this says which of its columns order lines name.
alter table imports add listing_report_by text check (listing_report_by in ('seller-sku', 'product-id', 'listing-id'));
comment on column imports.listing_report_by is 'Of a channel''s listing report: the column of it that order lines name. Null for every other file.';
