-- An index of words for lists of items that are too large to be searched row by row: products, raw materials, and what each connection
-- sells. A search reads a range of it: all terms that begin with a word.

create table catalogue_terms (
  account_id bigint not null,
  list bigint not null,
  term text collate "C" not null,
  item_id bigint not null,
  primary key (account_id, list, term, item_id)
);
comment on table catalogue_terms is 'The index of words by which products, raw materials and channel products are found in large lists.';
comment on column catalogue_terms.list is '0: products; -1: raw materials; otherwise the connection whose products these are.';
call make_tenant_table('catalogue_terms');

create table catalogue_term_sets (
  account_id bigint not null,
  list bigint not null,
  item_id bigint not null,
  terms text[] collate "C" not null,
  primary key (account_id, list, item_id)
);
comment on table catalogue_term_sets is 'The terms that an item has in catalogue_terms, and words that are too short for it: what to delete when it changes.';
call make_tenant_table('catalogue_term_sets');

create table catalogue_terms_due (
  account_id bigint not null,
  list bigint not null,
  id bigint generated always as identity,
  item_ids bigint[] not null,
  primary key (account_id, list, id)
);
comment on table catalogue_terms_due is
  'Items whose terms may have changed, some thousands a row, written in the transaction that changed them. Rows are only inserted and
deleted, never updated, so that no writer waits for another.';
call make_tenant_table('catalogue_terms_due');
grant select (account_id) on catalogue_terms_due to crossdock_scheduler;
create policy scheduler on catalogue_terms_due for select to crossdock_scheduler using (true);

-- The same letters and digits as `wordCharacters` in platform/list/indexed.ts. They are named, because what is a letter differs with the
-- locale of a database.
create function words_of(texts text) returns text[] language sql immutable parallel safe
return (regexp_split_to_array(lower(texts), '[^0-9a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u1FFF\u2070-\u2FFF\u3040-\U0010FFFF]+'))[:40];
comment on function words_of is 'The first forty words of a text, in small letters.';

create function terms_of_item(sku_key text, upc text, name_key text) returns text[] language sql immutable parallel safe
return array[sku_key] || words_of(concat_ws(' ', sku_key, upc, name_key));
create function terms_of_connector_product(sku_key text, remote_id text, name_key text) returns text[] language sql immutable parallel safe
return array[sku_key, lower(remote_id)] || words_of(concat_ws(' ', sku_key, remote_id, name_key));
comment on function terms_of_item is
  'The terms by which a product or raw material is found: its SKU as a whole, and the words of SKU, UPC and name. Some may come twice, and
those of one letter are not stored.';
comment on function terms_of_connector_product is 'The same for what a channel sells, with its id there.';

-- What there is already. The sweep finds it.
insert into catalogue_terms_due (account_id, list, item_ids) select account_id, 0, array_agg(id) from products group by account_id, id >> 13;
insert into catalogue_terms_due (account_id, list, item_ids) select account_id, -1, array_agg(id) from raw_materials group by account_id, id >> 13;
insert into catalogue_terms_due (account_id, list, item_ids)
  select account_id, connection_id, array_agg(id) from connector_products group by account_id, connection_id, id >> 13;

create function enqueue_catalogue_indexing() returns trigger language plpgsql as $$
declare account bigint;
begin
  for account in select distinct account_id from after_rows loop
    if current_setting('crossdock.catalogue_indexing_enqueued', true) is distinct from account::text then
      perform set_config('crossdock.catalogue_indexing_enqueued', account::text, true);
      perform enqueue_jobs(array['items:index'], array[json_build_object('accountId', account)], array['items:index:' || account], array[null]::text[], array[null]::timestamptz[]);
    end if;
  end loop;
  return null;
end $$;
comment on function enqueue_catalogue_indexing is
  'Enqueues the job that indexes items: one for a transaction, however many of its statements changed something.';
create trigger enqueue after insert on catalogue_terms_due referencing new table as after_rows
  for each statement execute function enqueue_catalogue_indexing();

-- Their argument is the number of the list; a channel's products are in that of their connection.
create function terms_due_for_items() returns trigger language plpgsql as $$ begin
  insert into catalogue_terms_due (account_id, list, item_ids) select account_id, tg_argv[0]::bigint, array_agg(id) from changed_rows group by account_id, id >> 13;
  return null;
end $$;
create function terms_due_for_connector_products() returns trigger language plpgsql as $$ begin
  insert into catalogue_terms_due (account_id, list, item_ids)
  select account_id, connection_id, array_agg(id) from changed_rows group by account_id, connection_id, id >> 13;
  return null;
end $$;
create function terms_due_for_changed_item() returns trigger language plpgsql as $$ begin
  insert into catalogue_terms_due (account_id, list, item_ids) values (new.account_id, tg_argv[0]::bigint, array[new.id]);
  return null;
end $$;
create function terms_due_for_changed_connector_product() returns trigger language plpgsql as $$ begin
  insert into catalogue_terms_due (account_id, list, item_ids) values (new.account_id, new.connection_id, array[new.id]);
  return null;
end $$;

create trigger terms_of_new after insert on products referencing new table as changed_rows for each statement execute function terms_due_for_items('0');
create trigger terms_of_deleted after delete on products referencing old table as changed_rows for each statement execute function terms_due_for_items('0');
create trigger terms_of_new after insert on raw_materials referencing new table as changed_rows for each statement execute function terms_due_for_items('-1');
create trigger terms_of_deleted after delete on raw_materials referencing old table as changed_rows for each statement execute function terms_due_for_items('-1');
create trigger terms_of_new after insert on connector_products referencing new table as changed_rows
  for each statement execute function terms_due_for_connector_products();
create trigger terms_of_deleted after delete on connector_products referencing old table as changed_rows
  for each statement execute function terms_due_for_connector_products();

-- By row and by column: stock is updated with each order, and so costs nothing here. An import notes what it changes by itself, in the
-- statement that changes it, and says so in crossdock.terms_noted.
create trigger terms_of_changed after update of sku, upc, name on products for each row
  when ((old.sku, old.upc, old.name) is distinct from (new.sku, new.upc, new.name) and current_setting('crossdock.terms_noted', true) is distinct from 'yes')
  execute function terms_due_for_changed_item('0');
create trigger terms_of_changed after update of sku, upc, name on raw_materials for each row
  when ((old.sku, old.upc, old.name) is distinct from (new.sku, new.upc, new.name) and current_setting('crossdock.terms_noted', true) is distinct from 'yes')
  execute function terms_due_for_changed_item('-1');
create trigger terms_of_changed after update of connector_product_sku, connector_product_id, name on connector_products for each row
  when ((old.connector_product_sku, old.connector_product_id, old.name) is distinct from (new.connector_product_sku, new.connector_product_id, new.name))
  execute function terms_due_for_changed_connector_product();
