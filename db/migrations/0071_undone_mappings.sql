-- Activity says of a link or mapping that was undone that it was.
alter table runs add column mapping_save_id bigint;
alter table runs add foreign key (account_id, mapping_save_id) references mapping_saves (account_id, id);
comment on column runs.mapping_save_id is 'The save of links or mappings that the action was, by which it is undone.';
