-- Likeness of SKUs and names, for suggesting what an unknown SKU means.
create extension if not exists pg_trgm;
create index products_like on products using gin (sku gin_trgm_ops, name gin_trgm_ops);
