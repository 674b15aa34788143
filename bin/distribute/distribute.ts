import type pg from 'pg';
import { nameParts } from '../../platform/nodes/parts.ts';
import { steadyClient } from '../../platform/steady.ts';
import { Stop } from '../stop.mjs';
import { type Place, placeNames, placeOf, type Table } from './places.ts';
import { requireNodes } from './require.ts';
import { giveStatistics } from './statistics.ts';
import { inOrder, readForeignKeys, readTables } from './tables.ts';

/** Where the engine has each table by now. */
type Placed = { name: string; place: Exclude<Place, 'coordinator'> };

/**
 * `crossdock distribute`: puts each table of a migrated database where `places.ts` says. It says what it will do before it does, and does
 * nothing more with `isPlanOnly`. What is in place already is left, so that it can be run again after an interruption, or a migration.
 * @throws Stop with one sentence where it cannot be.
 */
export async function distribute(databaseUrl: string, say: (line: string) => void, isPlanOnly = false): Promise<void> {
  const client = steadyClient({ connectionString: databaseUrl, application_name: 'crossdock-distribute' });
  await client.connect();
  try {
    const nodes = await requireNodes(client);
    const query = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
    const tables = inOrder(await readTables(query), await readForeignKeys(query));
    const placed = new Map((await query<Placed>(placedTables)).map(({ name, place }) => [name, place]));
    requireTheSame(tables, placed);
    const due = tables.filter((table) => placeOf(table) !== 'coordinator' && !placed.has(table.name));
    say(`${nodes} nodes besides the coordinator. ${placed.size} tables are in place, ${due.length} are to be moved.`);
    sayPlaces(tables, say);
    if (isPlanOnly) return;
    await prepare(client);
    const [first] = tables.filter((table) => placeOf(table) === 'by account');
    for (const table of due) await move(client, table, first, say);
    await forgetCopies(client, tables);
    await referToOwnRows(client);
    await planForValues(client);
    await runBesideRows(client);
    await giveStatistics(client);
    await nameParts(client);
    say(due.length > 0 ? 'Every table is in its place.' : 'There was nothing to do.');
  } finally {
    await client.end();
  }
}

const placedTables = `select c.relname as name, case p.partmethod when 'h' then 'by account' else 'everywhere' end as place
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace`;

/** What another hand, or a build before, put elsewhere is not moved back: that is for a person to decide. */
function requireTheSame(tables: readonly Table[], placed: ReadonlyMap<string, Place>): void {
  const elsewhere = tables.filter((table) => (placed.get(table.name) ?? placeOf(table)) !== placeOf(table));
  if (elsewhere.length === 0) return;
  throw new Stop(`These tables are elsewhere than they should be: ${elsewhere.map(({ name }) => name).join(', ')}. Nothing was changed.`);
}

function sayPlaces(tables: readonly Table[], say: (line: string) => void): void {
  for (const place of Object.keys(placeNames) as Place[]) {
    const names = tables.filter((table) => placeOf(table) === place).map(({ name }) => name);
    say(`${placeNames[place]} (${names.length}): ${names.toSorted().join(', ')}.`);
  }
}

const everyRole = [
  "citus.propagate_set_commands = 'local'",
  'citus.allow_nested_distributed_execution = on',
  'citus.skip_advisory_lock_permission_checks = on',
  "citus.node_connection_timeout = '5s'",
];
/** A statement whose node is lost while it runs may wait for ever (version 14.0.1). A large count of stock takes more than a minute. */
const patience = { crossdock_app: '5min', crossdock_sign_in: '15s', crossdock_scheduler: '15s' };
/** The owner's, for this and for each migration that follows. */
const ownersSettings = [
  // Triggers run on the node of their rows, and touch nothing but rows of the same account: see docs/tallies.md.
  'citus.enable_unsafe_triggers = on',
  // Without that, the rows of a table that refers to one that every node has are not copied in the transaction that distributes it.
  "citus.multi_shard_modify_mode = 'sequential'",
  // A table that refers to one that every node has stays an ordinary one until it is moved, and on the coordinator for good.
  'citus.enable_local_reference_table_foreign_keys = off',
];
const settings: (readonly [string | null, string])[] = [
  ...Object.entries(patience).flatMap(([role, time]) =>
    [...everyRole, `statement_timeout = '${time}'`].map((setting) => [role, setting] as const),
  ),
  ...ownersSettings.map((setting) => [null, setting] as const),
];

/**
 * The account of a transaction is a setting, which is to be the same on the node of its rows; and policies read tables that every node has.
 * The engine refuses the latter unless it is allowed to. Who changes a member locks what members refer to by a number on a node, for which
 * it would ask for more rights to `users` than a role of the product has: whoever may run statements may take such a lock anyway.
 */
async function prepare(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter role %I in database %I set %s', rolname, current_database(), setting) as statement
     from pg_roles join unnest($1::text[], $2::text[]) as given (role, setting) on rolname = coalesce(role, current_user) order by 1`,
    [settings.map(([role]) => role), settings.map(([, setting]) => setting)],
  );
  for (const { statement } of rows) await client.query(statement);
  for (const setting of ["citus.propagate_set_commands = 'local'", ...ownersSettings]) await client.query(`set ${setting}`);
  await client.query(`set client_min_messages = 'warning'`);
}

async function move(client: pg.Client, table: Table, first: Table | undefined, say: (line: string) => void): Promise<void> {
  const place = placeOf(table);
  const { rowCount: filled } = await client.query(`select from ${table.name} limit 1`);
  await client.query('begin');
  // On the nodes too: rows that are copied there are not new, and their triggers have counted them already.
  await client.query(`set local session_replication_role = 'replica'`);
  if (place === 'everywhere') await client.query('select create_reference_table($1::regclass)', [table.name]);
  else {
    const beside = first && first.name !== table.name ? first.name : 'none';
    await client.query(`select create_distributed_table($1::regclass, 'account_id', colocate_with => $2)`, [table.name, beside]);
  }
  await client.query('commit');
  // What was counted of the rows where they were is not known where they are.
  if (filled) await client.query(`analyze ${table.name}`);
  say(`${table.name}: ${placeNames[place].toLowerCase()}.`);
}

/** The rows as they were before they moved: nothing reads them any longer. */
async function forgetCopies(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => placeOf(table) === 'by account').toReversed())
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]);
}

/**
 * A table of the coordinator that refers to one that every node has, refers to the rows that the coordinator has of it: the engine would
 * ask for them by connections of the owner, which see nothing of the transaction that asks, and wait for it.
 */
async function referToOwnRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I, add constraint %2$I %s', k.conrelid::regclass, k.conname,
       replace(pg_get_constraintdef(k.oid), format(' REFERENCES %s(', k.confrelid::regclass),
         format(' REFERENCES %s(', shard_name(k.confrelid, s.shardid)))) as statement
     from pg_constraint k join pg_dist_partition p on p.logicalrelid = k.confrelid and p.partmethod = 'n'
       join pg_dist_shard s on s.logicalrelid = k.confrelid
     where k.contype = 'f' and not exists (select from pg_dist_partition d where d.logicalrelid = k.conrelid)
     order by 1`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** A plan for any values does not say on which node they are. So the statements of functions are planned for those that they have. */
async function planForValues(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter function %s reset plan_cache_mode', oid::regprocedure) as statement
     from pg_proc where pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(proconfig) order by 1`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/**
 * A function that changes rows as their owner runs on the node of its account, in the session that changed others of the transaction: from
 * the coordinator it would be another user's, and refused.
 */
async function runBesideRows(client: pg.Client): Promise<void> {
  await client.query(
    `select create_distributed_function(oid::regprocedure, 'account', colocate_with => 'orders', force_delegation => true)
     from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and 'account' = any(proargnames) order by oid`,
  );
}
