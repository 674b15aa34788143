-- What the orders list filters and sorts by, each in the order in which a page is cut. "Live" is neither deleted nor archived.
create index orders_by_country on orders (account_id, country, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_shipping on orders (account_id, shipping_code, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_customer on orders (account_id, customer_name, id) where deleted_at is null and archived_at is null;
create index orders_by_total on orders (account_id, total_cost, id) where deleted_at is null and archived_at is null;
create index orders_by_number on orders (account_id, id) where deleted_at is null and archived_at is null;
create index orders_on_hold on orders (account_id, order_date desc, id desc) where on_hold and deleted_at is null and archived_at is null;
create index orders_locked on orders (account_id, order_date desc, id desc) where locked and deleted_at is null and archived_at is null;
create index orders_archived on orders (account_id, order_date desc, id desc) where archived_at is not null and deleted_at is null;

-- A source's orders of one status are cut from the index alone.
drop index orders_by_status;
create index orders_by_status on orders (account_id, order_status, order_date desc, id desc) include (connection_id)
  where deleted_at is null and archived_at is null;
drop index orders_needing_attention;
create index orders_needing_attention on orders (account_id, order_date desc, id desc)
  where open_issues > 0 and deleted_at is null and archived_at is null;

-- The counts of the list's tabs: kept, not counted.
alter table order_tallies add column held boolean not null default false, add column has_issue boolean not null default false;

create or replace function tally_new_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, held, has_issue, n)
  select account_id, connection_id, imported_day, order_status, archived_at is not null, on_hold, open_issues > 0, count(*)
  from after_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create or replace function tally_changed_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, held, has_issue, n)
  select account_id, connection_id, imported_day, order_status, archived, held, has_issue, sum(n)
  from (
    select account_id, connection_id, imported_day, order_status, archived_at is not null as archived, on_hold as held, open_issues > 0 as has_issue, 1 as n
    from after_rows where deleted_at is null
    union all
    select account_id, connection_id, imported_day, order_status, archived_at is not null, on_hold, open_issues > 0, -1 from before_rows where deleted_at is null
  ) as difference
  group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0;
  return null;
end $$;

create or replace function tally_gone_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, held, has_issue, n)
  select account_id, connection_id, imported_day, order_status, archived_at is not null, on_hold, open_issues > 0, -count(*)
  from before_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create or replace function fold_tallies() returns bigint language plpgsql as $$
declare folded bigint; more bigint;
begin
  with gone as (delete from order_tallies returning *),
  summed as (
    insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, held, has_issue, n)
    select account_id, connection_id, imported_day, order_status, archived, held, has_issue, sum(n) from gone group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
  )
  select count(*) into folded from gone;
  with gone as (delete from issue_tallies returning *),
  summed as (
    insert into issue_tallies (account_id, type, connection_id, subject, n)
    select account_id, type, connection_id, subject, sum(n) from gone group by 1, 2, 3, 4 having sum(n) <> 0
  )
  select count(*) into more from gone;
  return folded + more;
end $$;

delete from order_tallies;
insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, held, has_issue, n)
select account_id, connection_id, imported_day, order_status, archived_at is not null, on_hold, open_issues > 0, count(*)
from orders where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;

-- Orders that have a term beginning with `word`, or that number. `complete` where these are all of them; else the newest
-- `most` of those of its first terms, and of the newest of each of its first 300: the cost does not grow with the number of orders.
create function orders_of_word(word text, most int, out ids bigint[], out complete boolean) language plpgsql stable as $$
declare
  seen int;
  begun text[];
begin
  select coalesce(array_agg(distinct near.order_id), '{}'), count(*) into ids, seen from (
    select t.order_id from order_terms t
    where t.account_id = current_account() and t.term >= word and t.term < word || U&'\+10FFFF' limit 2 * most + 1) as near;
  complete := seen <= 2 * most;
  if not complete then
    with recursive held (term) as (
      (select t.term from order_terms t where t.account_id = current_account() and t.term >= word and t.term < word || U&'\+10FFFF' order by t.term limit 1)
      union all
      select (select t.term from order_terms t where t.account_id = current_account() and t.term > held.term and t.term < word || U&'\+10FFFF' order by t.term limit 1)
      from held where held.term is not null
    )
    select array_agg(first.term) into begun from (select held.term from held where held.term is not null limit 300) as first;
    select array_agg(newest.order_id) into ids from (
      select near.order_id from unnest(begun) as one (term) cross join lateral (
        select t.order_id from order_terms t where t.account_id = current_account() and t.term = one.term
        order by t.order_id desc limit ceil(2.0 * most / cardinality(begun))) as near
      union select first.id from unnest(ids) as first (id)
      order by 1 desc limit most) as newest;
  end if;
  if order_id_in(word) <> all (ids) and exists (select from orders o where o.account_id = current_account() and o.id = order_id_in(word)) then
    ids := ids || order_id_in(word);
  end if;
end $$;

-- The same for orders that have every word. The rarest word leads, the others are looked up at each order that it has.
create function orders_of_words(words text[], most int, out ids bigint[], out complete boolean) language plpgsql stable as $$
declare
  word text;
  rarest text := words[1];
  seen int;
  fewest int;
begin
  ids := '{}';
  complete := true;
  if cardinality(words) = 1 then select w.ids, w.complete into ids, complete from orders_of_word(words[1], most) as w; end if;
  if cardinality(words) <= 1 then return; end if;
  for word in select w from unnest(words) as w order by length(w) desc loop
    select count(*) into seen from (
      select from order_terms t where t.account_id = current_account() and t.term >= word and t.term < word || U&'\+10FFFF' limit coalesce(fewest, most) + 1) as near;
    if fewest is null or seen < fewest then fewest := seen; rarest := word; end if;
  end loop;
  select w.ids, w.complete into ids, complete from orders_of_word(rarest, most / 4) as w;
  select coalesce(array_agg(led.id), '{}') into ids from unnest(ids) as led (id)
  left join order_term_sets s on s.account_id = current_account() and s.order_id = led.id
  where not exists (
    select from unnest(words) as wanted (word)
    where order_id_in(wanted.word) is distinct from led.id
      and not exists (select from unnest(s.terms) as had (term) where had.term >= wanted.word collate "C" and had.term < wanted.word || U&'\+10FFFF' collate "C"));
end $$;
