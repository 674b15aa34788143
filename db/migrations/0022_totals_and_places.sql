-- The counts of orders, kept so that what they answer costs the same at any age of an account. Writers only add differences
-- to order_tallies, as before; the fold moves those into three sums, and a reader adds what is not folded yet. Within one
-- statement both are of one moment, so that counts stay exact.

-- By the day that orders came to us: what the dashboard counts.
create table order_days (
  account_id bigint not null,
  imported_day date not null,
  order_status text not null,
  connection_id bigint not null,
  archived boolean not null,
  held boolean not null,
  has_issue boolean not null,
  n int not null,
  primary key (account_id, imported_day, order_status, connection_id, archived, held, has_issue) include (n)
);
call make_tenant_table('order_days');

-- Without days: what lists and their tabs count.
create table order_totals (
  account_id bigint not null,
  order_status text not null,
  connection_id bigint not null,
  archived boolean not null,
  held boolean not null,
  has_issue boolean not null,
  n int not null,
  primary key (account_id, order_status, connection_id, archived, held, has_issue)
);
call make_tenant_table('order_totals');

-- By the day of the order itself, in UTC, and by its month: where in a list by date a page begins.
create table order_places (
  account_id bigint not null,
  archived boolean not null,
  by_month boolean not null,
  day date not null,
  order_status text not null,
  connection_id bigint not null,
  n int not null,
  primary key (account_id, archived, by_month, day, order_status, connection_id) include (n)
);
call make_tenant_table('order_places');

delete from order_tallies;
alter table order_tallies add column ordered_day date not null;
-- Of what is not folded yet there is little: the key alone leads to it.
drop index order_tallies_by_status;

create view orders_by_day with (security_invoker = true) as
  select account_id, imported_day, order_status, connection_id, archived, n from order_days
  union all select account_id, imported_day, order_status, connection_id, archived, n from order_tallies;
create view orders_in_all with (security_invoker = true) as
  select account_id, order_status, connection_id, archived, held, has_issue, n from order_totals
  union all select account_id, order_status, connection_id, archived, held, has_issue, n from order_tallies;
create view orders_by_place with (security_invoker = true) as
  select account_id, archived, by_month, day, order_status, connection_id, n from order_places
  union all select t.account_id, t.archived, width.by_month, case when width.by_month then date_trunc('month', t.ordered_day)::date else t.ordered_day end,
    t.order_status, t.connection_id, t.n
  from order_tallies t cross join (values (false), (true)) as width (by_month);

create function day_of_order(at timestamptz) returns date language sql immutable parallel safe return (at at time zone 'UTC')::date;

create or replace function tally_new_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
  select account_id, connection_id, imported_day, day_of_order(order_date), order_status, archived_at is not null, on_hold, open_issues > 0, count(*)
  from after_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;

create or replace function tally_changed_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
  select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, sum(n)
  from (
    select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
      on_hold as held, open_issues > 0 as has_issue, 1 as n
    from after_rows where deleted_at is null
    union all
    select account_id, connection_id, imported_day, day_of_order(order_date), order_status, archived_at is not null, on_hold, open_issues > 0, -1
    from before_rows where deleted_at is null
  ) as difference
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  return null;
end $$;

create or replace function tally_gone_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
  select account_id, connection_id, imported_day, day_of_order(order_date), order_status, archived_at is not null, on_hold, open_issues > 0, -count(*)
  from before_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;

-- Folds what was written since the last time; answers how many rows went. Safe beside writers; where someone folds already,
-- there is nothing to do.
create or replace function fold_tallies() returns bigint language plpgsql as $$
declare folded bigint; more bigint; moved bigint; imported date; ordered date;
begin
  if not pg_try_advisory_xact_lock(7203424, (coalesce(current_account(), 0) % 2147483647)::int) then return 0; end if;
  with gone as (delete from order_tallies returning *),
  days as (
    insert into order_days as d (account_id, imported_day, order_status, connection_id, archived, held, has_issue, n)
    select account_id, imported_day, order_status, connection_id, archived, held, has_issue, sum(n) from gone
    group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
    on conflict (account_id, imported_day, order_status, connection_id, archived, held, has_issue) do update set n = d.n + excluded.n
  ),
  totals as (
    insert into order_totals as t (account_id, order_status, connection_id, archived, held, has_issue, n)
    select account_id, order_status, connection_id, archived, held, has_issue, sum(n) from gone
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (account_id, order_status, connection_id, archived, held, has_issue) do update set n = t.n + excluded.n
  ),
  places as (
    insert into order_places as p (account_id, archived, by_month, day, order_status, connection_id, n)
    select account_id, archived, by_month, case when by_month then date_trunc('month', ordered_day)::date else ordered_day end, order_status, connection_id, sum(n)
    from gone cross join (values (false), (true)) as width (by_month)
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (account_id, archived, by_month, day, order_status, connection_id) do update set n = p.n + excluded.n
  )
  select count(*), min(imported_day), min(date_trunc('month', ordered_day)) into folded, imported, ordered from gone;
  if folded > 0 then
    delete from order_days where imported_day >= imported and n = 0;
    delete from order_places where day >= ordered and n = 0;
  end if;
  with gone as (delete from issue_tallies returning *),
  summed as (
    insert into issue_tallies (account_id, type, connection_id, subject, n)
    select account_id, type, connection_id, subject, sum(n) from gone group by 1, 2, 3, 4 having sum(n) <> 0
  )
  select count(*) into more from gone;
  with gone as (delete from flow_tallies returning *),
  summed as (
    insert into flow_tallies (account_id, day, kind, n)
    select account_id, day, kind, sum(n) from gone where day >= current_date - 2 group by 1, 2, 3
  )
  select count(*) into moved from gone;
  return folded + more + moved;
end $$;

insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
select account_id, connection_id, imported_day, day_of_order(order_date), order_status, archived_at is not null, on_hold, open_issues > 0, count(*)
from orders where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8;
select fold_tallies();

-- Home counts the orders that wait by the type of their issue: from the index alone.
drop index issues_open_by_cause;
create index issues_open_by_cause on issues (account_id, type, connection_id, subject, opened_at) include (order_id) where closed_at is null;
