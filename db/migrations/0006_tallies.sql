-- Counts that pages show, kept by the statements that change them. Every statement adds rows with its difference,
-- so no two writers wait for one row; a reader sums; the sweep folds the rows of a bucket into one.
create table order_tallies (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  imported_day date not null,
  order_status text not null,
  archived boolean not null,
  n int not null,
  primary key (account_id, id)
);
create index order_tallies_by_status on order_tallies (account_id, imported_day, order_status) include (connection_id, archived, n);
call make_tenant_table('order_tallies');

create table issue_tallies (
  account_id bigint not null,
  id bigint generated always as identity,
  type text not null,
  connection_id bigint,
  subject text not null,
  n int not null,
  primary key (account_id, id)
);
create index issue_tallies_by_cause on issue_tallies (account_id, type, connection_id, subject) include (n);
call make_tenant_table('issue_tallies');

create function tally_new_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, n)
  select account_id, connection_id, imported_day, order_status, archived_at is not null, count(*)
  from after_rows where deleted_at is null group by 1, 2, 3, 4, 5;
  return null;
end $$;

create function tally_changed_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, n)
  select account_id, connection_id, imported_day, order_status, archived, sum(n)
  from (
    select account_id, connection_id, imported_day, order_status, archived_at is not null as archived, 1 as n from after_rows where deleted_at is null
    union all
    select account_id, connection_id, imported_day, order_status, archived_at is not null, -1 from before_rows where deleted_at is null
  ) as difference
  group by 1, 2, 3, 4, 5 having sum(n) <> 0;
  return null;
end $$;

create function tally_gone_orders() returns trigger language plpgsql as $$ begin
  insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, n)
  select account_id, connection_id, imported_day, order_status, archived_at is not null, -count(*)
  from before_rows where deleted_at is null group by 1, 2, 3, 4, 5;
  return null;
end $$;

create trigger tally_new after insert on orders referencing new table as after_rows for each statement execute function tally_new_orders();
create trigger tally_changed after update on orders referencing old table as before_rows new table as after_rows
  for each statement execute function tally_changed_orders();
create trigger tally_gone after delete on orders referencing old table as before_rows for each statement execute function tally_gone_orders();

create function tally_new_issues() returns trigger language plpgsql as $$ begin
  insert into issue_tallies (account_id, type, connection_id, subject, n)
  select account_id, type, connection_id, subject, count(*) from after_rows where closed_at is null group by 1, 2, 3, 4;
  return null;
end $$;

create function tally_changed_issues() returns trigger language plpgsql as $$ begin
  insert into issue_tallies (account_id, type, connection_id, subject, n)
  select account_id, type, connection_id, subject, sum(n)
  from (
    select account_id, type, connection_id, subject, 1 as n from after_rows where closed_at is null
    union all
    select account_id, type, connection_id, subject, -1 from before_rows where closed_at is null
  ) as difference
  group by 1, 2, 3, 4 having sum(n) <> 0;
  return null;
end $$;

create trigger tally_new after insert on issues referencing new table as after_rows for each statement execute function tally_new_issues();
create trigger tally_changed after update on issues referencing old table as before_rows new table as after_rows
  for each statement execute function tally_changed_issues();

-- Folds the rows of each bucket into one; answers how many rows went. Safe beside writers and other folders.
create function fold_tallies() returns bigint language plpgsql as $$
declare folded bigint; more bigint;
begin
  with gone as (delete from order_tallies returning *),
  summed as (
    insert into order_tallies (account_id, connection_id, imported_day, order_status, archived, n)
    select account_id, connection_id, imported_day, order_status, archived, sum(n) from gone group by 1, 2, 3, 4, 5 having sum(n) <> 0
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
