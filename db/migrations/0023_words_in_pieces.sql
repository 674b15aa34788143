-- Finds orders by words at a cost that does not grow with their number: terms are read in pieces of the index instead of one by
-- one, and an order's other words are found among the orders of the first by one walk along the index.
-- Their statements are planned once: a plan for each word costs more than it saves.

-- The terms that begin with a word: `few` are orders of those that were read whole, `common` the names of those that go on beyond
-- what was read, and `whole` says whether these are all.
create type begun_terms as (common text[], few bigint[], whole boolean);

-- Each piece goes on behind the last term of the one before, which is common if it may go on. The number of an order is one too.
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

-- Those of `orders` that are among these few, or have one of these common terms: read along with the term as long as that goes,
-- then looked up one by one.
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

-- The newest orders of which every word begins a term, or is the number, at most `most`; `complete` where these are all. One
-- word leads: the one whose orders are fewest if they are known, else the one whose newest reach back furthest. Another word is
-- looked for among these by its common terms and by its few orders. Where more terms begin with it than were read, or none
-- because a handful of orders leads, the newest of those that are left are looked at one by one, unless enough are found.
-- First among the newest 2,000 of the word that leads, and where these are not enough, among the newest 8,000.
create or replace function orders_of_words(words text[], most int, out ids bigint[], out complete boolean) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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
    -- Of its other terms no older ones either than those that are all known.
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
        -- There is more to be seen of the first word: rather that than one by one.
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

create or replace function orders_with_all(words text[], most int) returns setof bigint language sql stable rows 100 as $$
  select unnest(w.ids) from orders_of_words(words, most) as w
$$;

drop function orders_with(text, int), orders_of_word(text, int), orders_since(text, bigint);
