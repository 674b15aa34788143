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

create function ask_for_terms() returns trigger language plpgsql as $$
declare account bigint;
begin
  for account in select distinct account_id from after_rows loop
    if current_setting('crossdock.terms_asked', true) is distinct from account::text then
      perform set_config('crossdock.terms_asked', account::text, true);
      perform enqueue_jobs(array['orders:index'], array[json_build_object('accountId', account)], array['index:' || account], array[null]::text[], array[null]::timestamptz[]);
    end if;
  end loop;
  return null;
end $$;
comment on function ask_for_terms is
  'Enqueues the job that indexes orders: one for a transaction, however many of its statements changed something.
It runs after the commit and sees them all.';
create trigger ask after insert on order_terms_due referencing new table as after_rows for each statement execute function ask_for_terms();

create function new_orders_want_terms() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) select account_id, id from after_rows;
  return null;
end $$;
create function gone_orders_want_none() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) select account_id, id from before_rows;
  return null;
end $$;
create function parts_want_terms() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) select distinct account_id, order_id from changed_rows;
  return null;
end $$;
create function changed_order_wants_terms() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) values (new.account_id, new.id);
  return null;
end $$;
create function changed_part_wants_terms() returns trigger language plpgsql as $$ begin
  insert into order_terms_due (account_id, order_id) values (new.account_id, new.order_id);
  return null;
end $$;

create trigger terms_of_new after insert on orders referencing new table as after_rows for each statement execute function new_orders_want_terms();
create trigger terms_of_gone after delete on orders referencing old table as before_rows for each statement execute function gone_orders_want_none();
-- By row and by column: the check updates every order but none of these columns, and so costs nothing here.
create trigger terms_of_changed
  after update of source_order_number, source_ref_num, amware_ref_num, customer_name, company_name, customer_email, customer_phone on orders
  for each row when ((old.source_order_number, old.source_ref_num, old.amware_ref_num, old.customer_name, old.company_name, old.customer_email, old.customer_phone)
    is distinct from (new.source_order_number, new.source_ref_num, new.amware_ref_num, new.customer_name, new.company_name, new.customer_email, new.customer_phone))
  execute function changed_order_wants_terms();

create trigger terms_of_new after insert on order_lines referencing new table as changed_rows for each statement execute function parts_want_terms();
create trigger terms_of_gone after delete on order_lines referencing old table as changed_rows for each statement execute function parts_want_terms();
create trigger terms_of_changed after update of sku on order_lines
  for each row when (old.sku is distinct from new.sku) execute function changed_part_wants_terms();

create trigger terms_of_new after insert on shipments referencing new table as changed_rows for each statement execute function parts_want_terms();
create trigger terms_of_gone after delete on shipments referencing old table as changed_rows for each statement execute function parts_want_terms();
create trigger terms_of_changed after update of tracking_number on shipments
  for each row when (old.tracking_number is distinct from new.tracking_number) execute function changed_part_wants_terms();

create function order_id_in(word text) returns bigint language sql immutable parallel safe
  return substring(word from '^(?:so-)?([0-9]{1,15})$')::bigint;
comment on function order_id_in is 'The id that an order number means: `so-10423`, or `10423`. Null for any other word.';

-- The search. Its cost does not grow with the number of orders: terms are read from the index in batches, and an order's other
-- words are looked for among the orders of the first. Statements are planned once, because a plan for each word costs more
-- than it saves.

create type begun_terms as (common text[], few bigint[], whole boolean);
comment on type begun_terms is
  'The terms that begin with a word. `few`: the orders of the terms whose orders were all read. `common`: the terms that have more
orders than were read. `whole`: there are no further terms.';

-- Each batch starts behind the last term of the batch before. That term is common where it may have more orders. An order's
-- number is a term too.
create function begun_with(word text, turns int, piece int) returns begun_terms language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  these begun_terms := ('{}', '{}', false);
  place text := word;
  read bigint[];
  last text;
  seen int;
begin
  if order_id_in(word) is not null then
    these.few := array(select o.id from orders o where o.account_id = current_account() and o.id = order_id_in(word));
  end if;
  for turn in 1..turns loop
    with near as materialized (
      select t.term, t.order_id from order_terms t
      where t.account_id = current_account() and t.term >= place and t.term < word || U&'\+10FFFF' order by t.term, t.order_id limit piece
    ),
    ended as (select count(*)::int as seen, max(term) as last from near)
    select e.seen, e.last, array(select n.order_id from near n where e.seen < piece or n.term <> e.last) into seen, last, read from ended e;
    these.few := these.few || read;
    these.whole := seen < piece;
    exit when these.whole;
    these.common := these.common || last;
    place := last || chr(1);
  end loop;
  return these;
end $$;

-- Those of `orders` that are among the few, or have one of the common terms. A common term's newest orders are read in one scan;
-- older orders are looked up one by one.
create function those_with(orders bigint[], begun begun_terms) returns bigint[] language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  along constant int := 10000;
  oldest constant bigint := (select min(id) from unnest(orders) as o (id));
  these bigint[] := begun.few;
  older bigint[] := '{}';
  near bigint[];
  word_term text;
begin
  foreach word_term in array begun.common loop
    near := array(select o.order_id from order_terms o
      where o.account_id = current_account() and o.term = word_term and o.order_id >= oldest order by o.order_id desc limit along);
    these := these || near;
    if cardinality(near) = along then
      older := older || array(select o.order_id from order_terms o where o.account_id = current_account() and o.term = word_term
        and o.order_id = any(array(select id from unnest(orders) as l (id) where id < near[along])));
    end if;
  end loop;
  return older || array(select unnest(orders) intersect select unnest(these));
end $$;

-- One word leads: the one with the fewest orders where that is known, otherwise the one whose newest orders go back furthest.
-- Each other word is looked for among the leading word's orders, by its few orders and its common terms. Where that word has more
-- terms than were read (or none was read, because the leading word has only a handful of orders), the newest of the orders that
-- are left are looked up one by one, unless enough were found. This is done with the newest 2,000 orders of the leading word, and
-- where these are not enough with the newest 8,000.
create function orders_of_words(words text[], most int, out ids bigint[], out complete boolean) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  is_thorough constant boolean := most > 1000;
  looked constant int := greatest(500, most / 4);
  handful constant int := 100;
  ordered constant text[] := array(select w from unnest(words) with ordinality as given (w, place) order by length(w) desc, place);
  begun begun_terms[];
  one begun_terms;
  lead int := 1;
  rank bigint;
  least_rank bigint;
  newest int;
  word text;
  had bigint[];
  rest bigint[];
  since bigint;
  to_come int;
begin
  ids := '{}';
  complete := true;
  if cardinality(words) = 0 then return; end if;
  foreach word in array ordered loop
    one := begun_with(word, case when is_thorough then 25 else 3 end, case when is_thorough then 500 else 200 end);
    begun := begun || one;
    exit when cardinality(words) = 1;
    if one.whole and one.common = '{}' then
      if one.few = '{}' then return; end if;
      rank := cardinality(one.few) - 1000000;
    else
      rank := coalesce((select max(t.order_id) from unnest(one.common) as c (term) cross join lateral (
        select o.order_id from order_terms o where o.account_id = current_account() and o.term = c.term order by o.order_id desc offset 300 limit 1) as t), 0);
    end if;
    if least_rank is null or rank < least_rank then least_rank := rank; lead := cardinality(begun); end if;
    exit when rank <= handful - 1000000;
  end loop;

  foreach newest in array case when cardinality(words) = 1 then array[most + 1] else array[greatest(most + 1, 2000), greatest(most + 1, 8000)] end loop
    since := 0;
    ids := begun[lead].few;
    foreach word in array begun[lead].common loop
      had := array(select o.order_id from order_terms o where o.account_id = current_account() and o.term = word order by o.order_id desc limit newest);
      if cardinality(had) = newest then since := greatest(since, had[newest]); end if;
      ids := ids || had;
    end loop;
    -- Before `since`, not all orders of a common term are known: leave out the older orders of the other terms too.
    if since > 0 then ids := array(select id from unnest(ids) as l (id) where id >= since); end if;
    complete := begun[lead].whole and since = 0;
    to_come := cardinality(words) - 1;

    for at in 1..cardinality(words) loop
      continue when at = lead;
      exit when ids = '{}';
      to_come := to_come - 1;
      one := coalesce(begun[at], ('{}', '{}', false)::begun_terms);
      had := those_with(ids, one);
      if not one.whole and since > 0 and newest < 8000 and cardinality(had) < most / 2 then
        -- Reading more orders of the leading word is cheaper than looking these up one by one.
        complete := false;
      elsif not one.whole and (cardinality(had) < most / 2 or to_come > 0) then
        rest := array(select id from (select unnest(ids) except select unnest(had)) as r (id) order by id desc limit looked + 1);
        complete := complete and cardinality(rest) <= looked;
        had := had || array(
          select s.order_id from order_term_sets s where s.account_id = current_account() and s.order_id = any(rest[:looked])
            and (s.order_id = order_id_in(ordered[at]) or exists (
              select from unnest(s.terms) as known (term) where known.term >= ordered[at] collate "C" and known.term < ordered[at] || U&'\+10FFFF' collate "C")));
      else
        complete := complete and one.whole;
      end if;
      ids := had;
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
