-- The orders that have a term beginning with `word`, at least those from the order `since` on; null where they are too many.
-- Read from the index alone: few terms each from that order on, many terms in one go.
create function orders_since(word text, since bigint) returns bigint[] language plpgsql stable as $$
declare
  most_terms constant int := 20;
  most_orders constant int := 40000;
  begun text[];
  found bigint[];
begin
  with recursive held (term, place) as (
    (select t.term, 1 from order_terms t where t.account_id = current_account() and t.term >= word and t.term < word || U&'\+10FFFF' order by t.term limit 1)
    union all
    select (select t.term from order_terms t where t.account_id = current_account() and t.term > held.term and t.term < word || U&'\+10FFFF' order by t.term limit 1), place + 1
    from held where held.term is not null and place <= most_terms
  )
  select coalesce(array_agg(held.term), '{}') into begun from held where held.term is not null;
  if cardinality(begun) <= most_terms then
    found := array(
      select t.order_id from unnest(begun) as one (term)
      cross join lateral (select o.order_id from order_terms o where o.account_id = current_account() and o.term = one.term and o.order_id >= since offset 0) as t
      limit most_orders + 1);
  else
    found := array(
      select t.order_id from order_terms t where t.account_id = current_account() and t.term >= word and t.term < word || U&'\+10FFFF' limit most_orders + 1);
  end if;
  return case when cardinality(found) <= most_orders then found end;
end $$;

-- As before: the newest orders that have every word, at most `most`, the rarest word leading. Where it has thousands, another
-- word that is not too common beside it is no longer looked up at each of them: both are read from the index, and compared.
create or replace function orders_with_all(words text[], most int) returns setof bigint language plpgsql stable rows 100 as $$
declare
  word text;
  rarest text;
  seen int;
  fewest int;
  led bigint[];
  near bigint[];
  left_over text[];
begin
  if cardinality(words) <= 1 then
    return query select orders_with(words[1], most) where cardinality(words) = 1;
    return;
  end if;
  for word in select w from unnest(words) as w order by length(w) desc loop
    select count(*) into seen from (
      select from order_terms t where t.account_id = current_account() and t.term >= word and t.term < word || U&'\+10FFFF' limit coalesce(fewest, 5000) + 1) as near;
    if order_id_in(word) is not null then seen := seen + 1; end if;
    if fewest is null or seen < fewest then fewest := seen; rarest := word; end if;
  end loop;
  led := array(select orders_with(rarest, 5000));
  left_over := array_remove(words, rarest);
  foreach word in array left_over loop
    exit when cardinality(led) <= 500;
    if order_id_in(word) is not null then continue; end if;
    near := orders_since(word, (select min(l.id) from unnest(led) as l (id)));
    if near is not null then
      led := array(select l.id from unnest(led) as l (id) intersect select n.id from unnest(near) as n (id));
      left_over := array_remove(left_over, word);
    end if;
  end loop;
  return query
    select l.id from unnest(led) as l (id)
    left join order_term_sets s on cardinality(left_over) > 0 and s.account_id = current_account() and s.order_id = l.id
    where not exists (
      select from unnest(left_over) as wanted (word)
      where order_id_in(wanted.word) is distinct from l.id
        and not exists (select from unnest(s.terms) as had (term) where had.term >= wanted.word collate "C" and had.term < wanted.word || U&'\+10FFFF' collate "C"))
    order by 1 desc limit most;
end $$;
