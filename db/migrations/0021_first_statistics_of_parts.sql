-- On several database nodes a node has hundreds of parts of tables. What is known of each column is looked up by the name of the table: by
-- regclass, all that is known of all tables was read for each.
create or replace procedure give_first_statistics(target regclass) language plpgsql as $$
declare
  col text;
  own constant name := (select relname from pg_class where oid = target);
begin
  for col in
    select attname from pg_attribute a where attrelid = target and not attisdropped
      and attname in ('account_id', 'connection_id', 'id', 'order_id', 'warehouse_order_id', 'shipment_id', 'remote_id', 'reference', 'key', 'deleted_at',
        'archived_at')
      and not exists (select from pg_stats s where s.schemaname = 'public' and s.tablename = own and s.attname = a.attname)
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', own::text, 'attname', col,
      'inherited', false, 'null_frac', (col in ('deleted_at', 'archived_at'))::int::real, 'avg_width', 8, 'n_distinct',
      case when col in ('account_id', 'connection_id', 'deleted_at', 'archived_at') then 1 when col in ('id', 'remote_id', 'reference', 'key') then -1 else -0.4 end::real);
  end loop;
end $$;
