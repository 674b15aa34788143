-- The search. Its cost does not grow with the number of orders: terms are read from the index in batches, and an order's other
-- words are looked for among the orders of the first. Statements are planned once, because a plan for each word costs more
-- than it saves.
create type prefix_terms as (common text[], few bigint[], complete boolean);

create function own_number_in(word text) returns text language sql immutable parallel safe
  return substring(word from '^(?:so-?)?([1-9][0-9]{0,14})$');
comment on function own_number_in is 'The digits of an order number, or of its beginning: `so-104`, `so104` or `104`. Null for any other word.';

create function own_number_ranges(word text) returns table (first bigint, beyond bigint) language sql immutable parallel safe rows 10 as $$
  select number * factor, (number + 1) * factor
  from (select own_number_in(word)::bigint as number, length(own_number_in(word)) as digits) as own,
    generate_series(0, 15 - digits) as power, lateral (select (10 ^ power)::bigint as factor) as shifted
$$;
comment on function own_number_ranges is 'The ids whose decimal digits begin as the word says: 104, 1040 to 1049, 10400 to 10499, and so on.';

create procedure make_word_index(record text) language plpgsql as $$ begin
  execute format('create table %I (account_id bigint not null, term text collate "C" not null, record_id bigint not null,
    primary key (account_id, term, record_id))', record || '_terms');
  execute format('comment on table %I is %L', record || '_terms', 'The index of words by which ' || replace(record, '_', ' ') || 's are found.');
  execute format('create table %I (account_id bigint not null, record_id bigint not null, terms text[] collate "C" not null,
    primary key (account_id, record_id)) with (fillfactor = 80)', record || '_term_sets');
  execute format('comment on table %I is %L', record || '_term_sets', 'The terms that a record has in ' || record || '_terms: what to delete when it changes.');
  call make_tenant_table((record || '_terms')::regclass);
  call make_tenant_table((record || '_term_sets')::regclass);
end $$;
comment on procedure make_word_index is 'Makes the two tables of a noun whose records are found by words: see platform/words/searched-noun.ts.';

call make_word_index('order');

call make_word_index('purchase_order');

call make_word_index('product');

call make_word_index('raw_material');

call make_word_index('connector_product');

create table words_due (
  account_id bigint not null,
  noun text collate "C" not null,
  id bigint generated always as identity,
  -- Ids of thousands compress badly and are read once, soon.
  record_ids bigint[] storage external not null,
  since timestamptz not null default now(),
  primary key (account_id, noun, id)
);
comment on table words_due is
  'Records whose words may have changed, written in the transaction that changed them, up to some thousands a row. Rows are only inserted and
deleted, never updated, so that no writer waits for another. The tick has them indexed.';
call make_tenant_table('words_due');
grant select (account_id, noun) on words_due to crossdock_scheduler;
create policy scheduler on words_due for select to crossdock_scheduler using (true);

-- Their argument is the noun. `changed_rows` are its records, or parts of orders: lines and shipments.
create function words_due_for_records() returns trigger language plpgsql as $$
declare due words_due[];
begin
  select array_agg(row(account_id, tg_argv[0], null, ids, null)::words_due) into due
  from (select account_id, array_agg(id) as ids from changed_rows group by account_id, id >> 13) as block;
  if due is not null then insert into words_due (account_id, noun, record_ids) select account_id, noun, record_ids from unnest(due); end if;
  return null;
end $$;

create function words_due_for_parts() returns trigger language plpgsql as $$
declare due words_due[];
begin
  select array_agg(row(account_id, 'orders', null, ids, null)::words_due) into due
  from (select account_id, array_agg(distinct order_id) as ids from changed_rows group by account_id, order_id >> 13) as block;
  if due is not null then insert into words_due (account_id, noun, record_ids) select account_id, noun, record_ids from unnest(due); end if;
  return null;
end $$;

create function words_due_for_record() returns trigger language plpgsql as $$ begin
  insert into words_due (account_id, noun, record_ids) values (new.account_id, tg_argv[0], array[new.id]);
  return null;
end $$;

create function words_due_for_part() returns trigger language plpgsql as $$ begin
  insert into words_due (account_id, noun, record_ids) values (new.account_id, 'orders', array[new.order_id]);
  return null;
end $$;
create trigger words_of_new after insert on orders referencing new table as changed_rows for each statement execute function words_due_for_records('orders');
create trigger words_of_deleted after delete on orders referencing old table as changed_rows for each statement execute function words_due_for_records('orders');
create trigger words_of_new after insert on order_lines referencing new table as changed_rows for each statement execute function words_due_for_parts();
create trigger words_of_deleted after delete on order_lines referencing old table as changed_rows for each statement execute function words_due_for_parts();
create trigger words_of_new after insert on shipments referencing new table as changed_rows for each statement execute function words_due_for_parts();
create trigger words_of_deleted after delete on shipments referencing old table as changed_rows for each statement execute function words_due_for_parts();
create trigger words_of_new after insert on products referencing new table as changed_rows for each statement execute function words_due_for_records('products');
create trigger words_of_deleted after delete on products referencing old table as changed_rows for each statement execute function words_due_for_records('products');
create trigger words_of_new after insert on raw_materials referencing new table as changed_rows for each statement execute function words_due_for_records('raw_materials');
create trigger words_of_deleted after delete on raw_materials referencing old table as changed_rows for each statement execute function words_due_for_records('raw_materials');
create trigger words_of_new after insert on connector_products referencing new table as changed_rows
  for each statement execute function words_due_for_records('connector_products');
create trigger words_of_deleted after delete on connector_products referencing old table as changed_rows
  for each statement execute function words_due_for_records('connector_products');
-- By row and by column: the check updates every order but none of these columns, stock is updated with each order, and neither may cost
-- anything here. An import notes what it renames in the statement that does it, and says so in crossdock.words_noted.
create trigger words_changed
  after update of source_order_number, source_ref_num, amware_ref_num, customer_name, company_name, customer_email, customer_phone on orders
  for each row when ((old.source_order_number, old.source_ref_num, old.amware_ref_num, old.customer_name, old.company_name, old.customer_email, old.customer_phone)
    is distinct from (new.source_order_number, new.source_ref_num, new.amware_ref_num, new.customer_name, new.company_name, new.customer_email, new.customer_phone))
  execute function words_due_for_record('orders');
create trigger words_of_place_changed after update of address, address_2, city, postal_code on orders
  for each row when ((old.address, old.address_2, old.city, old.postal_code) is distinct from (new.address, new.address_2, new.city, new.postal_code))
  execute function words_due_for_record('orders');
create trigger words_changed after update of sku on order_lines
  for each row when (old.sku is distinct from new.sku) execute function words_due_for_part();
create trigger words_of_name_changed after update of name on order_lines
  for each row when (old.name is distinct from new.name) execute function words_due_for_part();
create trigger words_changed after update of tracking_number on shipments
  for each row when (old.tracking_number is distinct from new.tracking_number) execute function words_due_for_part();
create trigger words_changed after update of sku, upc, name on products for each row
  when ((old.sku, old.upc, old.name) is distinct from (new.sku, new.upc, new.name) and current_setting('crossdock.words_noted', true) is distinct from 'yes')
  execute function words_due_for_record('products');
create trigger words_changed after update of sku, upc, name on raw_materials for each row
  when ((old.sku, old.upc, old.name) is distinct from (new.sku, new.upc, new.name) and current_setting('crossdock.words_noted', true) is distinct from 'yes')
  execute function words_due_for_record('raw_materials');
create trigger words_changed after update of connector_product_sku, connector_product_id, name on connector_products for each row
  when ((old.connector_product_sku, old.connector_product_id, old.name) is distinct from (new.connector_product_sku, new.connector_product_id, new.name))
  execute function words_due_for_record('connector_products');

-- The tables name a record by record_id.
create function orders_with_terms(orders bigint[], terms prefix_terms)
 returns bigint[]
 language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  account constant bigint := current_account();
  scan_limit constant int := 10000;
  oldest constant bigint := (select min(id) from unnest(orders) as o (id));
  matches bigint[] := terms.few;
  older_matches bigint[] := '{}';
  scanned bigint[];
  common_term text;
begin
  foreach common_term in array terms.common loop
    scanned := array(select o.record_id from order_terms o
      where o.account_id = account and o.term = common_term and o.record_id >= oldest order by o.record_id desc limit scan_limit);
    matches := matches || scanned;
    if cardinality(scanned) = scan_limit then
      older_matches := older_matches || array(select o.record_id from order_terms o where o.account_id = account and o.term = common_term
        and o.record_id = any(array(select id from unnest(orders) as l (id) where id < scanned[scan_limit])));
    end if;
  end loop;
  return older_matches || array(select unnest(orders) intersect select unnest(matches));
end $$;
comment on function orders_with_terms is
  'Those of `orders` that are among the few, or have one of the common terms.';

create function terms_with_prefix(word text, batches integer, batch_size integer, wide boolean)
 returns prefix_terms
 language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  account constant bigint := current_account();
  result prefix_terms := ('{}', '{}', true);
  newest_order bigint;
  first_of_range bigint;
  beyond_range bigint;
  begin_with text;
  next_term text;
  batch_orders bigint[];
  last_term text;
  batch_count int;
begin
  if own_number_in(word) is not null then
    newest_order := (select max(id) from orders where account_id = account);
    for first_of_range, beyond_range in select r.first, r.beyond from own_number_ranges(word) as r where r.first <= newest_order loop
      result.few := result.few || array(select id from orders
        where account_id = account and id >= first_of_range and id < beyond_range order by id desc limit batches * batch_size);
    end loop;
    result.complete := cardinality(result.few) < batches * batch_size;
  end if;
  foreach begin_with in array case when wide then array[word, '~' || word] else array[word] end loop
    next_term := begin_with;
    for batch in 1..batches loop
      with near as materialized (
        select t.term, t.record_id from order_terms t
        where t.account_id = account and t.term >= next_term and t.term < begin_with || U&'\+10FFFF' order by t.term, t.record_id limit batch_size
      ),
      ended as (select count(*)::int as n, max(term) as last from near)
      select e.n, e.last, array(select n.record_id from near n where e.n < batch_size or n.term <> e.last)
      into batch_count, last_term, batch_orders from ended e;
      result.few := result.few || batch_orders;
      exit when batch_count < batch_size;
      if batch = batches then result.complete := false; end if;
      result.common := result.common || last_term;
      next_term := last_term || chr(1);
    end loop;
  end loop;
  return result;
end $$;

create function orders_of_words(words text[], most integer, wide boolean, OUT ids bigint[], OUT complete boolean)
 returns record
 language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  account constant bigint := current_account();
  is_thorough constant boolean := most > 1000;
  lookup_limit constant int := greatest(500, most / 4);
  handful constant int := 100;
  ordered constant text[] := array(select w from unnest(words) with ordinality as given (w, place) order by length(w) desc, place);
  terms_of_word prefix_terms[];
  terms prefix_terms;
  driving int := 1;
  rank bigint;
  least_rank bigint;
  newest int;
  word text;
  common_term text;
  matches bigint[];
  unmatched bigint[];
  since bigint;
  words_left int;
begin
  ids := '{}';
  complete := true;
  if cardinality(words) = 0 then return; end if;
  foreach word in array ordered loop
    terms := terms_with_prefix(word, case when is_thorough then 25 else 3 end, case when is_thorough then 500 else 200 end, wide);
    terms_of_word := terms_of_word || terms;
    exit when cardinality(words) = 1;
    if terms.complete and terms.common = '{}' then
      if terms.few = '{}' then return; end if;
      rank := cardinality(terms.few) - 1000000;
    else
      rank := coalesce((select max(t.record_id) from unnest(terms.common) as c (term) cross join lateral (
        select o.record_id from order_terms o where o.account_id = account and o.term = c.term order by o.record_id desc offset 300 limit 1) as t), 0);
    end if;
    if least_rank is null or rank < least_rank then least_rank := rank; driving := cardinality(terms_of_word); end if;
    exit when rank <= handful - 1000000;
  end loop;

  -- Words of one product's name or street are often found together: a look at the newest few is enough then.
  foreach newest in array case when cardinality(words) = 1 then array[most + 1] when wide and not is_thorough then array[400, 2000, 8000]
    else array[greatest(most + 1, 2000), greatest(most + 1, 8000)] end loop
    since := 0;
    ids := terms_of_word[driving].few;
    foreach common_term in array terms_of_word[driving].common loop
      matches := array(select o.record_id from order_terms o where o.account_id = account and o.term = common_term order by o.record_id desc limit newest);
      if cardinality(matches) = newest then since := greatest(since, matches[newest]); end if;
      ids := ids || matches;
    end loop;
    -- Before `since`, not all orders of a common term are known: leave out the older orders of the other terms too.
    if since > 0 then ids := array(select id from unnest(ids) as l (id) where id >= since); end if;
    complete := terms_of_word[driving].complete and since = 0;
    words_left := cardinality(words) - 1;

    for at in 1..cardinality(words) loop
      continue when at = driving;
      exit when ids = '{}';
      words_left := words_left - 1;
      terms := coalesce(terms_of_word[at], ('{}', '{}', false)::prefix_terms);
      matches := orders_with_terms(ids, terms);
      if not terms.complete and since > 0 and newest < 8000 and cardinality(matches) < most / 2 then
        -- Reading more orders of the driving word is cheaper than looking these up one by one.
        complete := false;
      elsif not terms.complete and (cardinality(matches) < most / 2 or words_left > 0) then
        unmatched := array(select id from (select unnest(ids) except select unnest(matches)) as r (id) order by id desc limit lookup_limit + 1);
        complete := complete and cardinality(unmatched) <= lookup_limit;
        matches := matches || array(
          select s.record_id from order_term_sets s where s.account_id = account and s.record_id = any(unmatched[:lookup_limit])
            and (starts_with(s.record_id::text, own_number_in(ordered[at])) or exists (
              select from unnest(s.terms) as known (term) where known.term >= ordered[at] collate "C" and known.term < ordered[at] || U&'\+10FFFF' collate "C"
                or wide and known.term >= '~' || ordered[at] collate "C" and known.term < '~' || ordered[at] || U&'\+10FFFF' collate "C")));
      else
        complete := complete and terms.complete;
      end if;
      ids := matches;
    end loop;
    exit when since = 0 or cardinality(ids) >= most / 2;
  end loop;
  ids := array(select distinct id from unnest(ids) as l (id) order by id desc);
  complete := complete and cardinality(ids) <= most;
  ids := ids[:most];
end $$;
comment on function orders_of_words is
  'The newest orders that have every word, at most `most`. A word is the beginning of a term or of an order number; `wide`: also of
a word of its products and its address. `complete`: these are all such orders.';

create function ranked_orders(words text[], compact text, most integer)
 returns TABLE(id bigint, rank integer)
 language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  account constant bigint := current_account();
  equal bigint[] := case when cardinality(words) = 1 then array(
    select o.record_id from order_terms o where o.account_id = account and o.term = words[1] order by o.record_id desc limit 50)
    || own_number_in(words[1])::bigint else '{}' end;
  narrow bigint[] := (orders_of_words(words, most, false)).ids || case when compact is not null then (orders_of_words(array[compact], most, false)).ids end;
begin
  return query select e, 0 from unnest(equal) as e union all select n, 1 from unnest(narrow) as n;
  if cardinality(narrow) < most and exists (select from unnest(words) as given (word) cross join lateral (
    select from order_terms t where t.account_id = account and t.term >= '~' || given.word and t.term < '~' || given.word || U&'\+10FFFF' limit 1) as there) then
    return query select w, 2 from unnest((orders_of_words(words, most, true)).ids) as w;
  end if;
end $$;
comment on function ranked_orders is
  'The best orders for a query, about `most`, with the rank of each hit, least first; an order may come more than once.';
comment on type prefix_terms is
  'The terms that begin with a word. `few`: the orders of the terms whose orders were all read. `common`: the terms that have more
orders than were read. `complete`: there are no further terms.';
