-- outside a transaction
-- Each picture that is deleted asked all items of its account whether one shows it.
drop index concurrently if exists raw_materials_own_image;
create index concurrently raw_materials_own_image on raw_materials (account_id, own_image_id) where own_image_id is not null;
drop index concurrently if exists products_own_image;
create index concurrently products_own_image on products (account_id, own_image_id) where own_image_id is not null;
