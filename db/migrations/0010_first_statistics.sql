-- Until a table's first ANALYZE the planner guesses that an account has a two-hundredth of its rows, and joins and foreign
-- keys may then walk a whole account where one row is meant. This says what is true of a young table: account and
-- connection single out next to nothing, ids do. The first ANALYZE replaces it by what it finds.
create procedure give_first_statistics(target regclass) language plpgsql as $$
declare col text;
begin
  for col in
    select attname from pg_attribute where attrelid = target and not attisdropped
      and attname in ('account_id', 'connection_id', 'id', 'order_id', 'warehouse_order_id', 'shipment_id')
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', (select relname::text from pg_class where oid = target), 'attname', col,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 8,
      'n_distinct', case when col in ('account_id', 'connection_id') then 1 when col = 'id' then -1 else -0.4 end::real);
  end loop;
end $$;

create or replace procedure make_tenant_table(target regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to crossdock_app using (account_id = current_account()) with check (account_id = current_account())', target);
  call give_first_statistics(target);
end $$;

do $$
declare known regclass;
begin
  for known in select polrelid::regclass from pg_policy where polname = 'tenant' and polrelid <> 'accounts'::regclass loop
    call give_first_statistics(known);
  end loop;
end $$;
