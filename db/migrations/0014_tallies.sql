-- Counts that pages show: docs/tallies.md has a picture of what feeds what. Triggers add the difference that a statement makes
-- as new rows, so that no writer waits for another. fold_tallies() adds the differences up. A reader adds both: within one
-- statement it sees either a difference or the sum that has it, never both, so that counts are exact.
create table order_tallies (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  imported_day date not null,
  -- The day of the order itself, in UTC.
  ordered_day date not null,
  order_status text not null,
  archived boolean not null,
  held boolean not null default false,
  has_issue boolean not null default false,
  n int not null,
  primary key (account_id, id)
);
comment on table order_tallies is
  'Differences in the number of orders, not yet folded into order_days, order_totals and order_places.';
call make_tenant_table('order_tallies');

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
comment on table order_days is 'Orders by the day on which we first read them: what the dashboard counts. Read it through orders_by_day.';
call make_tenant_table('order_days');

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
comment on table order_totals is 'Orders of all days: what lists and their tabs count. Read it through orders_in_all.';
call make_tenant_table('order_totals');

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
comment on table order_places is
  'Orders by the day of the order itself, and again by its month: where in a list by date a page begins.
Read it through orders_by_place.';
call make_tenant_table('order_places');

create view orders_by_day with (security_invoker = true) as
  select account_id, imported_day, order_status, connection_id, archived, n from order_days
  union all select account_id, imported_day, order_status, connection_id, archived, n from order_tallies;
comment on view orders_by_day is 'order_days and what is not folded yet. Sum n.';

create view orders_in_all with (security_invoker = true) as
  select account_id, order_status, connection_id, archived, held, has_issue, n from order_totals
  union all select account_id, order_status, connection_id, archived, held, has_issue, n from order_tallies;
comment on view orders_in_all is 'order_totals and what is not folded yet. Sum n.';

create view orders_by_place with (security_invoker = true) as
  select account_id, archived, by_month, day, order_status, connection_id, n from order_places
  union all select t.account_id, t.archived, width.by_month, case when width.by_month then date_trunc('month', t.ordered_day)::date else t.ordered_day end,
    t.order_status, t.connection_id, t.n
  from order_tallies t cross join (values (false), (true)) as width (by_month);
comment on view orders_by_place is 'order_places and what is not folded yet. Sum n.';

create function day_of_order(at timestamptz) returns date language sql immutable parallel safe return (at at time zone 'UTC')::date;
comment on function day_of_order is 'The day of an order, in UTC.';

-- The rows of a statement are read alone, and what comes of them is written by another statement that names no other table: where
-- accounts are on several nodes, a trigger runs on one of them, and only PostgreSQL itself knows the rows of its statement.
create function tally_new_orders() returns trigger language plpgsql as $$
declare counted order_tallies[];
begin
  select array_agg(row(account_id, null, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)::order_tallies)
  into counted from (
    select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
      on_hold as held, open_issues > 0 as has_issue, count(*) as n
    from after_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8
  ) as difference;
  if counted is not null then
    insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n from unnest(counted);
  end if;
  return null;
end $$;
comment on function tally_new_orders is 'Counts the orders that a statement inserted.';

create function tally_changed_orders() returns trigger language plpgsql as $$
declare counted order_tallies[];
begin
  select array_agg(row(account_id, null, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)::order_tallies)
  into counted from (
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, sum(n) as n
    from (
      select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
        on_hold as held, open_issues > 0 as has_issue, 1 as n
      from after_rows where deleted_at is null
      union all
      select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
        on_hold as held, open_issues > 0 as has_issue, -1 as n
      from before_rows where deleted_at is null
    ) as row_by_row group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0
  ) as difference;
  if counted is not null then
    insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n from unnest(counted);
  end if;
  return null;
end $$;
comment on function tally_changed_orders is
  'Counts the orders that a statement updated: plus one as they are now, minus one as they were, and nothing where that is the same.';

create function tally_deleted_orders() returns trigger language plpgsql as $$
declare counted order_tallies[];
begin
  select array_agg(row(account_id, null, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)::order_tallies)
  into counted from (
    select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
      on_hold as held, open_issues > 0 as has_issue, -count(*) as n
    from before_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8
  ) as difference;
  if counted is not null then
    insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n from unnest(counted);
  end if;
  return null;
end $$;
comment on function tally_deleted_orders is 'Takes off the orders that a statement deleted.';
create trigger tally_new after insert on orders referencing new table as after_rows for each statement execute function tally_new_orders();
create trigger tally_changed after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function tally_changed_orders();
create trigger tally_deleted after delete on orders referencing old table as before_rows for each statement execute function tally_deleted_orders();

create table issue_tallies (
  account_id bigint not null,
  id bigint generated always as identity,
  type text not null,
  connection_id bigint,
  subject text not null,
  n int not null,
  primary key (account_id, id)
);
comment on table issue_tallies is
  'Open issues by type, connection and subject: differences, and the sums into which they are folded. Sum n.';
create index issue_tallies_by_cause on issue_tallies (account_id, type, connection_id, subject) include (n);
call make_tenant_table('issue_tallies');
-- For the metrics of the installation, which name no account.
grant select (account_id, type, n) on issue_tallies to crossdock_scheduler;
create policy scheduler on issue_tallies for select to crossdock_scheduler using (true);

create function tally_new_issues() returns trigger language plpgsql as $$
declare counted issue_tallies[];
begin
  select array_agg(row(account_id, null, type, connection_id, subject, n)::issue_tallies) into counted
  from (select account_id, type, connection_id, subject, count(*) as n from after_rows where closed_at is null group by 1, 2, 3, 4) as difference;
  if counted is not null then
    insert into issue_tallies (account_id, type, connection_id, subject, n) select account_id, type, connection_id, subject, n from unnest(counted);
  end if;
  return null;
end $$;
comment on function tally_new_issues is 'Counts the open issues that a statement inserted.';

create function tally_changed_issues() returns trigger language plpgsql as $$
declare counted issue_tallies[];
begin
  select array_agg(row(account_id, null, type, connection_id, subject, n)::issue_tallies) into counted
  from (
    select account_id, type, connection_id, subject, sum(n) as n
    from (
      select account_id, type, connection_id, subject, 1 as n from after_rows where closed_at is null
      union all
      select account_id, type, connection_id, subject, -1 from before_rows where closed_at is null
    ) as row_by_row group by 1, 2, 3, 4 having sum(n) <> 0
  ) as difference;
  if counted is not null then
    insert into issue_tallies (account_id, type, connection_id, subject, n) select account_id, type, connection_id, subject, n from unnest(counted);
  end if;
  return null;
end $$;
comment on function tally_changed_issues is 'Counts the open issues that a statement updated, as tally_changed_orders does.';
create trigger tally_new after insert on issues referencing new table as after_rows for each statement execute function tally_new_issues();
create trigger tally_changed after update on issues referencing old table as before_rows new table as after_rows
  for each statement execute function tally_changed_issues();

create table flow_tallies (
  account_id bigint not null,
  id bigint generated always as identity,
  -- The channel of the orders.
  connection_id bigint not null,
  -- In the account's time zone.
  day date not null,
  hour timestamptz not null,
  kind text not null,
  n int not null,
  primary key (account_id, id)
);
comment on table flow_tallies is
  'How many orders of each channel arrived, were accepted, shipped and confirmed in each hour of the last days. An order that went in
two parcels on one day counts once. Differences, and the sums into which those of the last hours are folded; older days are deleted
then. Sum n.';
create index flow_tallies_by_day on flow_tallies (account_id, day, kind) include (n);
create index flow_tallies_by_hour on flow_tallies (account_id, connection_id, hour);
call make_tenant_table('flow_tallies');

create function tally_flow() returns trigger language plpgsql as $$
declare
  account bigint;
  ids bigint[];
  zone text;
  counted flow_tallies[];
begin
  for account, ids in
    select account_id, array_agg(id) from after_rows where kind in ('arrived', 'accepted', 'shipped', 'confirmed') group by 1
  loop
    zone := (select a.timezone from accounts a where a.id = account);
    select array_agg(row(account, null, connection_id, day, hour, kind, n)::flow_tallies) into counted
    from (
      select o.connection_id, (e.at at time zone zone)::date as day, date_trunc('hour', e.at, 'UTC') as hour, e.kind, count(*) as n
      from order_events e join orders o on o.account_id = account and o.id = e.order_id
      where e.account_id = account and e.id = any (ids) and (e.kind in ('arrived', 'accepted') or not exists (
        select from order_events before
        where before.account_id = account and before.order_id = e.order_id and before.id < e.id and before.kind = e.kind
          and before.at >= (e.at at time zone zone)::date::timestamp at time zone zone))
      group by 1, 2, 3, 4
    ) as difference;
    if counted is not null then
      insert into flow_tallies (account_id, connection_id, day, hour, kind, n) select account_id, connection_id, day, hour, kind, n from unnest(counted);
    end if;
  end loop;
  return null;
end $$;
comment on function tally_flow is 'Counts what a statement wrote into the history of orders.';
create trigger tally_flow after insert on order_events referencing new table as after_rows for each statement execute function tally_flow();

create table purchase_order_tallies (
  account_id bigint not null,
  id bigint generated always as identity,
  status text not null,
  archived boolean not null,
  has_issue boolean not null,
  n int not null,
  primary key (account_id, id)
);
comment on table purchase_order_tallies is 'Purchase orders by status: differences, and the sums into which they are folded. Sum n.';
call make_tenant_table('purchase_order_tallies');

create function tally_new_purchase_orders() returns trigger language plpgsql as $$
declare counted purchase_order_tallies[];
begin
  select array_agg(row(account_id, null, status, archived, has_issue, n)::purchase_order_tallies) into counted
  from (
    select account_id, status, archived_at is not null as archived, open_issues > 0 as has_issue, count(*) as n
    from after_rows where deleted_at is null group by 1, 2, 3, 4
  ) as difference;
  if counted is not null then
    insert into purchase_order_tallies (account_id, status, archived, has_issue, n) select account_id, status, archived, has_issue, n from unnest(counted);
  end if;
  return null;
end $$;

create function tally_changed_purchase_orders() returns trigger language plpgsql as $$
declare counted purchase_order_tallies[];
begin
  select array_agg(row(account_id, null, status, archived, has_issue, n)::purchase_order_tallies) into counted
  from (
    select account_id, status, archived, has_issue, sum(n) as n from (
      select account_id, status, archived_at is not null as archived, open_issues > 0 as has_issue, 1 as n from after_rows where deleted_at is null
      union all
      select account_id, status, archived_at is not null, open_issues > 0, -1 from before_rows where deleted_at is null
    ) as row_by_row group by 1, 2, 3, 4 having sum(n) <> 0
  ) as difference;
  if counted is not null then
    insert into purchase_order_tallies (account_id, status, archived, has_issue, n) select account_id, status, archived, has_issue, n from unnest(counted);
  end if;
  return null;
end $$;

create function fold_tallies(account bigint) returns bigint language plpgsql as $$
declare orders_folded bigint; issues_folded bigint; flow_folded bigint; oldest_imported date; oldest_ordered date;
begin
  if not pg_try_advisory_xact_lock(7203424, (account % 2147483647)::int) then return 0; end if;
  with deleted as (delete from order_tallies where account_id = account returning *),
  days as (
    insert into order_days as d (account_id, imported_day, order_status, connection_id, archived, held, has_issue, n)
    select account_id, imported_day, order_status, connection_id, archived, held, has_issue, sum(n) from deleted
    group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
    on conflict (account_id, imported_day, order_status, connection_id, archived, held, has_issue) do update set n = d.n + excluded.n
    returning d.account_id
  ),
  totals as (
    insert into order_totals as t (account_id, order_status, connection_id, archived, held, has_issue, n)
    select account_id, order_status, connection_id, archived, held, has_issue, sum(n) from deleted
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (account_id, order_status, connection_id, archived, held, has_issue) do update set n = t.n + excluded.n
    returning t.account_id
  ),
  places as (
    insert into order_places as p (account_id, archived, by_month, day, order_status, connection_id, n)
    select account_id, archived, by_month, case when by_month then date_trunc('month', ordered_day)::date else ordered_day end, order_status, connection_id, sum(n)
    from deleted cross join (values (false), (true)) as width (by_month)
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (account_id, archived, by_month, day, order_status, connection_id) do update set n = p.n + excluded.n
    returning p.account_id
  )
  select count(*), min(imported_day), min(date_trunc('month', ordered_day)) into orders_folded, oldest_imported, oldest_ordered from deleted;
  if orders_folded > 0 then
    delete from order_days where account_id = account and imported_day >= oldest_imported and n = 0;
    delete from order_places where account_id = account and day >= oldest_ordered and n = 0;
  end if;
  with deleted as (delete from issue_tallies where account_id = account returning *),
  summed as (
    insert into issue_tallies (account_id, type, connection_id, subject, n)
    select account_id, type, connection_id, subject, sum(n) from deleted group by 1, 2, 3, 4 having sum(n) <> 0
    returning account_id
  )
  select count(*) into issues_folded from deleted;
  -- Hours that are over stay as they are.
  with deleted as (
    delete from flow_tallies where account_id = account and (hour > now() - interval '3 hours' or day < current_date - 2) returning *
  ),
  summed as (
    insert into flow_tallies (account_id, connection_id, day, hour, kind, n)
    select account_id, connection_id, day, hour, kind, sum(n) from deleted where day >= current_date - 2 group by 1, 2, 3, 4, 5
    returning account_id
  )
  select count(*) into flow_folded from deleted;
  return orders_folded + issues_folded + flow_folded;
end $$;
comment on function fold_tallies is
  'Adds up the differences of an account, and returns how many rows it took. It can run beside writers;
while another session folds the same account, it does nothing.';

create trigger tally_new after insert on purchase_orders referencing new table as after_rows for each statement execute function tally_new_purchase_orders();
create trigger tally_changed after update on purchase_orders referencing old table as before_rows new table as after_rows
  for each statement execute function tally_changed_purchase_orders();
