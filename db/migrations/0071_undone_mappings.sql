-- Activity says of a link or mapping that was undone that it was.
alter table runs add column mapping_save_id bigint;
alter table runs add foreign key (account_id, mapping_save_id) references mapping_saves (account_id, id) on delete set null (mapping_save_id);
create index runs_by_mapping_save on runs (account_id, mapping_save_id) where mapping_save_id is not null;
comment on column runs.mapping_save_id is 'The save of links or mappings that the action was, by which it is undone.';
