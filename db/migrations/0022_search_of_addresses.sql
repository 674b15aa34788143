-- Orders are found by product names, streets, cities and postcodes too, and by part of our own number: docs/decisions/0010.
-- These words stand behind a tilde, apart from the others: so a number, a name or an e-mail address is read first, from a part of
-- the index in which no postcode and no product stands between.

create trigger place_terms_changed
  after update of address, address_2, city, postal_code on orders
  for each row when ((old.address, old.address_2, old.city, old.postal_code) is distinct from (new.address, new.address_2, new.city, new.postal_code))
  execute function terms_due_for_changed_order();
create trigger name_terms_changed after update of name on order_lines
  for each row when (old.name is distinct from new.name) execute function terms_due_for_changed_part();

-- What is stored already gets its new words in the background.
insert into order_terms_due (account_id, order_id) select account_id, id from orders where deleted_at is null;

drop function orders_with_all, orders_of_words, terms_with_prefix, order_id_in;

create function own_number_in(word text) returns text language sql immutable parallel safe
  return substring(word from '^(?:so-?)?([1-9][0-9]{0,14})$');
comment on function own_number_in is 'The digits of an order number, or of its beginning: `so-104`, `so104` or `104`. Null for any other word.';

create function own_number_ranges(word text) returns table (first bigint, beyond bigint) language sql immutable parallel safe rows 10 as $$
  select number * factor, (number + 1) * factor
  from (select own_number_in(word)::bigint as number, length(own_number_in(word)) as digits) as own,
    generate_series(0, 15 - digits) as power, lateral (select (10 ^ power)::bigint as factor) as shifted
$$;
comment on function own_number_ranges is 'The ids whose decimal digits begin as the word says: 104, 1040 to 1049, 10400 to 10499, and so on.';

-- As before (0009), with own numbers by their beginning, and with the terms behind a tilde where the search is wide.
create function terms_with_prefix(word text, batches int, batch_size int, wide boolean) returns prefix_terms language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  result prefix_terms := ('{}', '{}', true);
  begin_with text;
  next_term text;
  batch_orders bigint[];
  last_term text;
  batch_count int;
begin
  if own_number_in(word) is not null then
    result.few := array(select o.id from own_number_ranges(word) as r cross join lateral (
      select id from orders where account_id = current_account() and id >= r.first and id < r.beyond order by id desc limit batches * batch_size) as o);
    result.complete := cardinality(result.few) < batches * batch_size;
  end if;
  foreach begin_with in array case when wide then array[word, '~' || word] else array[word] end loop
    next_term := begin_with;
    for batch in 1..batches loop
      with near as materialized (
        select t.term, t.order_id from order_terms t
        where t.account_id = current_account() and t.term >= next_term and t.term < begin_with || U&'\+10FFFF' order by t.term, t.order_id limit batch_size
      ),
      ended as (select count(*)::int as n, max(term) as last from near)
      select e.n, e.last, array(select n.order_id from near n where e.n < batch_size or n.term <> e.last)
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

create function orders_of_words(words text[], most int, wide boolean, out ids bigint[], out complete boolean) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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
    terms := terms_with_prefix(word, case when is_thorough then 25 else 3 end, case when is_thorough then 500 else 200 end, wide);
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

  -- Words of one product's name or street are often found together: a look at the newest few is enough then.
  foreach newest in array case when cardinality(words) = 1 then array[most + 1] when wide and not is_thorough then array[400, 2000, 8000]
    else array[greatest(most + 1, 2000), greatest(most + 1, 8000)] end loop
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
            and (starts_with(s.order_id::text, own_number_in(ordered[at])) or exists (
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

-- Of a number typed in full, all orders that have it, however old they are; then those that are found by numbers, names, e-mail
-- address or phone; and only where these are not enough, those that are found by products and address.
create function ranked_orders(words text[], compact text, most int) returns table (id bigint, rank int) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  equal bigint[] := case when cardinality(words) = 1 then array(
    select o.order_id from order_terms o where o.account_id = current_account() and o.term = words[1] order by o.order_id desc limit 50)
    || own_number_in(words[1])::bigint else '{}' end;
  narrow bigint[] := (orders_of_words(words, most, false)).ids || case when compact is not null then (orders_of_words(array[compact], most, false)).ids end;
begin
  return query select e, 0 from unnest(equal) as e union all select n, 1 from unnest(narrow) as n;
  if cardinality(narrow) < most then
    return query select w, 2 from unnest((orders_of_words(words, most, true)).ids) as w;
  end if;
end $$;
comment on function ranked_orders is 'The best orders for a query, about `most`, with the rank of each hit, least first; an order may come more than once.';
