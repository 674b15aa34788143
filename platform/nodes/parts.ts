import type pg from 'pg';

/**
 * Gives each node names of its own for what it has of the tables: views, in a schema for each part of them. A transaction that looks for
 * names there first is planned as on one database, where the engine would plan each statement twice: see own-node.ts. What is named is
 * left. A view shows what crossdock_app may read, because whoever asks it needs the right to all of that. Tables of which some people see
 * the rows of all accounts are not named, so that the engine finds those on all nodes.
 * @throws Error where a node does not take it
 */
export const nameParts = (client: pg.Client): Promise<void> => onEachNode(client, namesOfParts);

/** Takes the names back: a table whose columns they show could not lose one. */
export async function forgetParts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ distributed: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as distributed`,
  );
  if (rows[0]?.distributed) await onEachNode(client, noNames);
}

/** Each node knows which parts it has. */
export async function onEachNode(client: pg.Client, block: string): Promise<void> {
  const { rows } = await client.query<{ result: string }>('select result from run_command_on_all_nodes($1) where not success', [block]);
  if (rows[0]) throw new Error(`A node was not told about its tables: ${rows[0].result}`);
}

const namesOfParts = `
  do $do$ declare part record; shown record; begin
    set local citus.enable_ddl_propagation = off;
    for part in
      select 'part_' || s.shardid as own, s.shardminvalue as low from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
      where s.logicalrelid = 'orders'::regclass and p.groupid = (select groupid from pg_dist_local_group)
        and to_regclass(format('part_%s.orders', s.shardid)) is null
    loop
      execute format('create schema if not exists %I', part.own);
      execute format('grant usage on schema %I to crossdock_app', part.own);
      for shown in
        select c.relname as name, shard_name(c.oid, s.shardid) as rows,
          (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and has_column_privilege('crossdock_app', c.oid, a.attnum, 'select')) as columns
        from pg_dist_partition t join pg_class c on c.oid = t.logicalrelid and c.relnamespace = 'public'::regnamespace
        join pg_dist_shard s on s.logicalrelid = c.oid and (t.partmethod = 'n' or s.shardminvalue = part.low)
        where c.relrowsecurity
          and not exists (select from pg_policy y where y.polrelid = c.oid and pg_get_expr(y.polqual, c.oid) like '%acts_super%')
      loop
        execute format('create or replace view %I.%I with (security_invoker = true) as select %s from %s',
          part.own, shown.name, shown.columns, shown.rows);
      end loop;
      for shown in
        select relname as name, pg_get_viewdef(oid) as body from pg_class
        where relkind = 'v' and relnamespace = 'public'::regnamespace and 'security_invoker=true' = any(reloptions) order by oid
      loop
        perform set_config('search_path', part.own || ', public', true);
        execute format('create or replace view %I.%I with (security_invoker = true) as %s', part.own, shown.name, shown.body);
        perform set_config('search_path', 'public', true);
      end loop;
      execute format('grant select on all tables in schema %I to crossdock_app', part.own);
    end loop;
    -- It is asked on the node itself: one from which the account has moved meanwhile leaves the transaction to the engine.
    create or replace function read_here(account bigint) returns void language plpgsql as $$
      declare part constant bigint := get_shard_id_for_distribution_column('public.orders', account);
      begin
        if exists (select from pg_dist_placement where shardid = part and groupid = (select groupid from pg_dist_local_group))
        then perform set_config('search_path', 'part_' || part || ', public', true); end if;
      end $$;
  end $do$`;

const noNames = `
  do $$ declare own text; begin
    set local citus.enable_ddl_propagation = off;
    for own in select nspname from pg_namespace where nspname like 'part\\_%' loop execute format('drop schema %I cascade', own); end loop;
  end $$`;
