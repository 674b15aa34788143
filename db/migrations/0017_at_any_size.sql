-- What moved each day along the way of an order, kept as it is written: to count the events of a busy day takes longer the
-- busier it is. Days are the account's own. An order that went in two parcels has moved once. Like order_tallies, rows are
-- differences that a fold sums up; days that nobody asks for any more go then.
create table flow_tallies (
  account_id bigint not null,
  id bigint generated always as identity,
  day date not null,
  kind text not null,
  n int not null,
  primary key (account_id, id)
);
create index flow_tallies_by_day on flow_tallies (account_id, day, kind) include (n);
call make_tenant_table('flow_tallies');

create function tally_flow() returns trigger language plpgsql as $$ begin
  insert into flow_tallies (account_id, day, kind, n)
  select e.account_id, (e.at at time zone a.timezone)::date, e.kind, count(*)
  from after_rows e join accounts a on a.id = e.account_id
  where e.kind in ('arrived', 'accepted') or (e.kind in ('shipped', 'confirmed') and not exists (
    select from order_events before
    where before.account_id = e.account_id and before.order_id = e.order_id and before.id < e.id and before.kind = e.kind
      and before.at >= (e.at at time zone a.timezone)::date::timestamp at time zone a.timezone))
  group by 1, 2, 3;
  return null;
end $$;
create trigger tally_flow after insert on order_events referencing new table as after_rows for each statement execute function tally_flow();

insert into flow_tallies (account_id, day, kind, n)
select e.account_id, (e.at at time zone a.timezone)::date, e.kind, case when e.kind in ('arrived', 'accepted') then count(*) else count(distinct e.order_id) end
from order_events e join accounts a on a.id = e.account_id
where e.at >= now() - interval '2 days' and e.kind in ('arrived', 'accepted', 'shipped', 'confirmed') group by 1, 2, 3;

create or replace function fold_tallies() returns bigint language plpgsql as $$
declare folded bigint; more bigint; moved bigint;
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
  with gone as (delete from flow_tallies returning *),
  summed as (
    insert into flow_tallies (account_id, day, kind, n)
    select account_id, day, kind, sum(n) from gone where day >= current_date - 2 group by 1, 2, 3
  )
  select count(*) into moved from gone;
  return folded + more + moved;
end $$;
