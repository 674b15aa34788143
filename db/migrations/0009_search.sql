-- Orders are found by the beginning of their words: docs/decisions/0010-finding-orders.md. Under row-level security only leakproof
-- operators can use an index: not LIKE, but the comparison of text in collation "C". So a prefix is a range:
-- term >= 'smi' and term < 'smi' || the last character.

create table order_terms (
  account_id bigint not null,
  term text collate "C" not null,
  order_id bigint not null,
  primary key (account_id, term, order_id)
);
comment on table order_terms is 'The index of words by which orders are found.';
call make_tenant_table('order_terms');

create table order_term_sets (
  account_id bigint not null,
  order_id bigint not null,
  terms text[] collate "C" not null default '{}',
  primary key (account_id, order_id)
);
comment on table order_term_sets is
  'The terms that an order has in order_terms: what to delete when it changes, and whether it has a second word as well.';
call make_tenant_table('order_term_sets');

create table order_terms_due (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  -- While many orders arrive, indexing waits until they are stored, but not endlessly.
  since timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table order_terms_due is
  'Orders whose terms may have changed, written in the transaction that changed them. Rows are only inserted and deleted, never
updated, so that no writer waits for another.';
call make_tenant_table('order_terms_due');
grant select (account_id) on order_terms_due to crossdock_scheduler;
create policy scheduler on order_terms_due for select to crossdock_scheduler using (true);

create function enqueue_indexing() returns trigger language plpgsql as $$
declare account bigint;
begin
  for account in select distinct account_id from after_rows loop
    if current_setting('crossdock.indexing_enqueued', true) is distinct from account::text then
      perform set_config('crossdock.indexing_enqueued', account::text, true);
      perform enqueue_jobs(array['orders:index'], array[json_build_object('accountId', account)], array['index:' || account], array[null]::text[], array[null]::timestamptz[]);
    end if;
  end loop;
  return null;
end $$;
comment on function enqueue_indexing is
  'Enqueues the job that indexes orders: one for a transaction, however many of its statements changed something.
It runs after the commit and sees them all.';
create trigger enqueue after insert on order_terms_due referencing new table as after_rows for each statement execute function enqueue_indexing();

-- Parts of an order are its lines and shipments.
create function terms_due_for_new_orders() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) select account_id, id from after_rows;
  return null;
end $$;
create function terms_due_for_deleted_orders() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) select account_id, id from before_rows;
  return null;
end $$;
create function terms_due_for_parts() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) select distinct account_id, order_id from changed_rows;
  return null;
end $$;
create function terms_due_for_changed_order() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) values (new.account_id, new.id);
  return null;
end $$;
create function terms_due_for_changed_part() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) values (new.account_id, new.order_id);
  return null;
end $$;

create trigger terms_of_new after insert on orders referencing new table as after_rows for each statement execute function terms_due_for_new_orders();
create trigger terms_of_deleted after delete on orders referencing old table as before_rows for each statement execute function terms_due_for_deleted_orders();
-- By row and by column: the check updates every order but none of these columns, and so costs nothing here.
create trigger terms_of_changed
  after update of source_order_number, source_ref_num, amware_ref_num, customer_name, company_name, customer_email, customer_phone on orders
  for each row when ((old.source_order_number, old.source_ref_num, old.amware_ref_num, old.customer_name, old.company_name, old.customer_email, old.customer_phone)
    is distinct from (new.source_order_number, new.source_ref_num, new.amware_ref_num, new.customer_name, new.company_name, new.customer_email, new.customer_phone))
  execute function terms_due_for_changed_order();

create trigger terms_of_new after insert on order_lines referencing new table as changed_rows for each statement execute function terms_due_for_parts();
create trigger terms_of_deleted after delete on order_lines referencing old table as changed_rows for each statement execute function terms_due_for_parts();
create trigger terms_of_changed after update of sku on order_lines
  for each row when (old.sku is distinct from new.sku) execute function terms_due_for_changed_part();

create trigger terms_of_new after insert on shipments referencing new table as changed_rows for each statement execute function terms_due_for_parts();
create trigger terms_of_deleted after delete on shipments referencing old table as changed_rows for each statement execute function terms_due_for_parts();
create trigger terms_of_changed after update of tracking_number on shipments
  for each row when (old.tracking_number is distinct from new.tracking_number) execute function terms_due_for_changed_part();

create function order_id_in(word text) returns bigint language sql immutable parallel safe
  return substring(word from '^(?:so-)?([0-9]{1,15})$')::bigint;
comment on function order_id_in is 'The id that an order number means: `so-10423`, or `10423`. Null for any other word.';

-- The search. Its cost does not grow with the number of orders: terms are read from the index in batches, and an order's other
-- words are looked for among the orders of the first. Statements are planned once, because a plan for each word costs more
-- than it saves.

create type prefix_terms as (common text[], few bigint[], complete boolean);
comment on type prefix_terms is
  'The terms that begin with a word. `few`: the orders of the terms whose orders were all read. `common`: the terms that have more
orders than were read. `complete`: there are no further terms.';

-- Each batch starts behind the last term of the batch before. That term is common where it may have more orders. An order's
-- number is a term too.
create function terms_with_prefix(word text, batches int, batch_size int) returns prefix_terms language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  result prefix_terms := ('{}', '{}', false);
  next_term text := word;
  batch_orders bigint[];
  last_term text;
  batch_count int;
begin
  if order_id_in(word) is not null then
    result.few := array(select o.id from orders o where o.account_id = current_account() and o.id = order_id_in(word));
  end if;
  for batch in 1..batches loop
    with near as materialized (
      select t.term, t.order_id from order_terms t
      where t.account_id = current_account() and t.term >= next_term and t.term < word || U&'\+10FFFF' order by t.term, t.order_id limit batch_size
    ),
    ended as (select count(*)::int as n, max(term) as last from near)
    select e.n, e.last, array(select n.order_id from near n where e.n < batch_size or n.term <> e.last)
    into batch_count, last_term, batch_orders from ended e;
    result.few := result.few || batch_orders;
    result.complete := batch_count < batch_size;
    exit when result.complete;
    result.common := result.common || last_term;
    next_term := last_term || chr(1);
  end loop;
  return result;
end $$;

-- A common term's newest orders are read in one scan; older orders are looked up one by one.
create function orders_with_terms(orders bigint[], terms prefix_terms) returns bigint[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  scan_limit constant int := 10000;
  oldest constant bigint := (select min(id) from unnest(orders) as o (id));
  matches bigint[] := terms.few;
  older_matches bigint[] := '{}';
  scanned bigint[];
  common_term text;
begin
  foreach common_term in array terms.common loop
    scanned := array(select o.order_id from order_terms o
      where o.account_id = current_account() and o.term = common_term and o.order_id >= oldest order by o.order_id desc limit scan_limit);
    matches := matches || scanned;
    if cardinality(scanned) = scan_limit then
      older_matches := older_matches || array(select o.order_id from order_terms o where o.account_id = current_account() and o.term = common_term
        and o.order_id = any(array(select id from unnest(orders) as l (id) where id < scanned[scan_limit])));
    end if;
  end loop;
  return older_matches || array(select unnest(orders) intersect select unnest(matches));
end $$;
comment on function orders_with_terms is 'Those of `orders` that are among the few, or have one of the common terms.';

-- One word drives the search: the one with the fewest orders where that is known, otherwise the one whose newest orders go back
-- furthest. Each other word is looked for among the orders of the driving word, by its few orders and its common terms. Where it
-- has more terms than were read (or none was read, because the driving word has only a handful of orders), the newest of the
-- orders that are left are looked up one by one, unless enough were found. This is done with the newest 2,000 orders of the driving
-- word, and where these are not enough with the newest 8,000.
create function orders_of_words(words text[], most int, out ids bigint[], out complete boolean) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
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
  matches bigint[];
  unmatched bigint[];
  since bigint;
  words_left int;
begin
  ids := '{}';
  complete := true;
  if cardinality(words) = 0 then return; end if;
  foreach word in array ordered loop
    terms := terms_with_prefix(word, case when is_thorough then 25 else 3 end, case when is_thorough then 500 else 200 end);
    terms_of_word := terms_of_word || terms;
    exit when cardinality(words) = 1;
    if terms.complete and terms.common = '{}' then
      if terms.few = '{}' then return; end if;
      rank := cardinality(terms.few) - 1000000;
    else
      rank := coalesce((select max(t.order_id) from unnest(terms.common) as c (term) cross join lateral (
        select o.order_id from order_terms o where o.account_id = current_account() and o.term = c.term order by o.order_id desc offset 300 limit 1) as t), 0);
    end if;
    if least_rank is null or rank < least_rank then least_rank := rank; driving := cardinality(terms_of_word); end if;
    exit when rank <= handful - 1000000;
  end loop;

  foreach newest in array case when cardinality(words) = 1 then array[most + 1] else array[greatest(most + 1, 2000), greatest(most + 1, 8000)] end loop
    since := 0;
    ids := terms_of_word[driving].few;
    foreach word in array terms_of_word[driving].common loop
      matches := array(select o.order_id from order_terms o where o.account_id = current_account() and o.term = word order by o.order_id desc limit newest);
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
          select s.order_id from order_term_sets s where s.account_id = current_account() and s.order_id = any(unmatched[:lookup_limit])
            and (s.order_id = order_id_in(ordered[at]) or exists (
              select from unnest(s.terms) as known (term) where known.term >= ordered[at] collate "C" and known.term < ordered[at] || U&'\+10FFFF' collate "C")));
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
  'The newest orders that have every word, at most `most`. A word is the beginning of a term, or an order number.
`complete`: these are all such orders.';

create function orders_with_all(words text[], most int) returns setof bigint language sql stable rows 100 as $$
  select unnest(w.ids) from orders_of_words(words, most) as w
$$;
comment on function orders_with_all is 'The ids that orders_of_words returns.';
