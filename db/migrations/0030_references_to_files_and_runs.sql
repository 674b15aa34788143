-- Each file and each run that is deleted asked all items, exports, imports or bookings of its account whether one refers to it.
-- Raw materials first, as what stores items locks them.
create index raw_materials_own_image on raw_materials (account_id, own_image_id) where own_image_id is not null;
create index products_own_image on products (account_id, own_image_id) where own_image_id is not null;
create index bookings_of_run on bookings (account_id, run_id) where run_id is not null;
create index exports_of_run on exports (account_id, run_id);
create index exports_of_file on exports (account_id, file_id) where file_id is not null;
create index imports_of_run on imports (account_id, run_id) where run_id is not null;
create index imports_of_file on imports (account_id, file_id) where file_id is not null;
