-- Words that orders are found by. Row-level security keeps any operator that is not leakproof, such as LIKE, from being an
-- index condition; comparisons of text in "C" are leakproof, so a prefix is a range: term >= 'smi' and term < 'smi' || the last character.
create table order_terms (
  account_id bigint not null,
  term text collate "C" not null,
  order_id bigint not null,
  primary key (account_id, term, order_id)
);
call make_tenant_table('order_terms');

-- The terms that an order has in order_terms: what to take away when it changes, and whether it has a second word too.
create table order_term_sets (
  account_id bigint not null,
  order_id bigint not null,
  terms text[] collate "C" not null default '{}',
  primary key (account_id, order_id)
);
call make_tenant_table('order_term_sets');

-- Orders whose terms may have changed, written with the change itself. Only ever appended to and taken from: no writer waits for another.
create table order_terms_due (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  primary key (account_id, id)
);
call make_tenant_table('order_terms_due');
grant select (account_id) on order_terms_due to crossdock_scheduler;
create policy scheduler on order_terms_due for select to crossdock_scheduler using (true);

insert into order_terms_due (account_id, order_id) select account_id, id from orders;

-- One job a transaction, however many of its statements changed something: it runs after the commit and sees them all.
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
-- By row and by column: a check, which updates every order but none of these, costs nothing.
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

-- `SO-10423` and the bare `10423`, as the id that they are.
create function order_id_in(word text) returns bigint language sql immutable parallel safe
  return substring(word from '^(?:so-)?([0-9]{1,15})$')::bigint;

-- The newest orders that have a term beginning with `word`, and the one of that number: at most `most`. It goes from term to
-- term, through 300 of them, and takes the newest of each: its cost does not grow with the number of orders.
create function orders_with(word text, most int) returns setof bigint language sql stable rows 100 as $$
  with recursive held (term) as (
    (select t.term from order_terms t where t.account_id = current_account() and t.term >= word and t.term < word || U&'\+10FFFF' order by t.term limit 1)
    union all
    select (select t.term from order_terms t where t.account_id = current_account() and t.term > held.term and t.term < word || U&'\+10FFFF' order by t.term limit 1)
    from held where held.term is not null
  ),
  newest as (
    select near.order_id
    from (select held.term from held where held.term is not null limit 300) as seen
    cross join lateral (
      select t.order_id from order_terms t where t.account_id = current_account() and t.term = seen.term order by t.order_id desc limit most
    ) as near
    limit 100000
  )
  select order_id from newest
  union select o.id from orders o where o.account_id = current_account() and o.id = order_id_in(word)
  order by 1 desc limit most
$$;

-- The newest orders that have every word, at most `most`. The rarest word leads, the others are looked up at each order
-- that it has; where every word is common, among the newest 5,000.
create function orders_with_all(words text[], most int) returns setof bigint language plpgsql stable rows 100 as $$
declare
  word text;
  rarest text;
  seen int;
  fewest int;
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
  return query
    select led.id from orders_with(rarest, 5000) as led (id)
    left join order_term_sets s on s.account_id = current_account() and s.order_id = led.id
    where not exists (
      select from unnest(words) as wanted (word)
      where order_id_in(wanted.word) is distinct from led.id
        and not exists (select from unnest(s.terms) as had (term) where had.term >= wanted.word collate "C" and had.term < wanted.word || U&'\+10FFFF' collate "C"))
    order by 1 desc limit most;
end $$;
