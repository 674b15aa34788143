-- Until a table's first ANALYZE the planner guesses that an account has a two-hundredth of its rows, and joins and foreign
-- keys may then walk a whole account where one row is meant. This says what is true of a young table: account and
-- connection single out next to nothing, ids do. The first ANALYZE replaces it by what it finds.
do $$
declare
  col record;
begin
  for col in
    select c.relname::text as relname, a.attname::text as attname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attname in ('account_id', 'connection_id', 'id', 'order_id', 'warehouse_order_id', 'shipment_id')
      and exists (select from pg_attribute other where other.attrelid = c.oid and other.attname = 'account_id')
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', col.relname, 'attname', col.attname, 'inherited', false,
      'null_frac', 0::real, 'avg_width', 8,
      'n_distinct', case when col.attname in ('account_id', 'connection_id') then 1 when col.attname = 'id' then -1 else -0.4 end::real);
  end loop;
end $$;
