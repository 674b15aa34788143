-- The folding of tallies says whose it folds, as every statement does. Each part returns what it wrote: a database of several nodes needs it.
drop function fold_tallies;
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
  with deleted as (delete from flow_tallies where account_id = account returning *),
  summed as (
    insert into flow_tallies (account_id, day, kind, n)
    select account_id, day, kind, sum(n) from deleted where day >= current_date - 2 group by 1, 2, 3
    returning account_id
  )
  select count(*) into flow_folded from deleted;
  return orders_folded + issues_folded + flow_folded;
end $$;
comment on function fold_tallies is
  'Adds up the differences of an account, and returns how many rows it took. It can run beside writers;
while another session folds the same account, it does nothing.';

drop function fold_purchase_order_tallies;
create function fold_purchase_order_tallies(account bigint) returns void language plpgsql as $$ begin
  if not pg_try_advisory_xact_lock(7203425, (account % 2147483647)::int) then return; end if;
  with deleted as (delete from purchase_order_tallies where account_id = account returning *)
  insert into purchase_order_tallies (account_id, status, archived, has_issue, n)
  select account_id, status, archived, has_issue, sum(n) from deleted group by 1, 2, 3, 4 having sum(n) <> 0;
end $$;
comment on function fold_purchase_order_tallies is 'Adds up the differences of an account. It can run beside writers.';
