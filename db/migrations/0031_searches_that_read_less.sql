-- Searches read less: ranges of numbers that no order has yet are not looked up, and products and addresses are searched only where
-- one of the words stands there at all.

create or replace function terms_with_prefix(word text, batches int, batch_size int, wide boolean) returns prefix_terms language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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
      select id from orders where account_id = current_account() and id >= r.first and id < r.beyond order by id desc limit batches * batch_size) as o
      where r.first <= (select max(newest.id) from orders as newest where newest.account_id = current_account()));
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


create or replace function ranked_orders(words text[], compact text, most int) returns table (id bigint, rank int) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  equal bigint[] := case when cardinality(words) = 1 then array(
    select o.order_id from order_terms o where o.account_id = current_account() and o.term = words[1] order by o.order_id desc limit 50)
    || own_number_in(words[1])::bigint else '{}' end;
  narrow bigint[] := (orders_of_words(words, most, false)).ids || case when compact is not null then (orders_of_words(array[compact], most, false)).ids end;
begin
  return query select e, 0 from unnest(equal) as e union all select n, 1 from unnest(narrow) as n;
  if cardinality(narrow) < most and exists (select from unnest(words) as given (word) cross join lateral (
    select from order_terms t where t.account_id = current_account() and t.term >= '~' || given.word and t.term < '~' || given.word || U&'\+10FFFF' limit 1) as there) then
    return query select w, 2 from unnest((orders_of_words(words, most, true)).ids) as w;
  end if;
end $$;
