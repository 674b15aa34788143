-- The same for the names by which the other side knows a record: each is one of its kind. Without it a page of orders was
-- looked for by reading all orders, until the first ANALYZE. A column that has been analysed keeps what was found.
create or replace procedure give_first_statistics(target regclass) language plpgsql as $$
declare col text;
begin
  for col in
    select attname from pg_attribute a where attrelid = target and not attisdropped
      and attname in ('account_id', 'connection_id', 'id', 'order_id', 'warehouse_order_id', 'shipment_id', 'remote_id', 'reference', 'key')
      and not exists (select from pg_statistic s where s.starelid = target and s.staattnum = a.attnum)
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', (select relname::text from pg_class where oid = target), 'attname', col,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct',
      case when col in ('account_id', 'connection_id') then 1 when col in ('id', 'remote_id', 'reference', 'key') then -1 else -0.4 end::real);
  end loop;
end $$;

do $$
declare known regclass;
begin
  for known in select polrelid::regclass from pg_policy where polname = 'tenant' and polrelid <> 'accounts'::regclass loop
    call give_first_statistics(known);
  end loop;
end $$;
