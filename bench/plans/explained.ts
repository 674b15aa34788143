import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '../../platform/db.ts';
import { type Actor, inTenant, type Tenant } from '../../platform/tenant.ts';

/** A read of a screen or a call, and how many rows, and as many pages, it may read at any number of orders. */
export type PlanCase = { name: string; most: number; ask: (tenant: Tenant) => Promise<unknown> };
/** What a piece of the product's own code reads. */
export type Reading = {
  /** 8 kB pages of tables and indexes, as often as each is looked at, functions and subqueries included. */
  pages: number;
  /** Rows and index entries of tables that grow with the orders. */
  rows: number;
  /** Tables walked through from end to end, whose size goes with the number of orders. */
  walked: string[];
  statements: { text: string; pages: number; ms: number; plan: Plan }[];
};
export type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] } & Record<string, unknown>;

const growing = [
  'orders',
  'order_lines',
  'order_events',
  'order_payloads',
  'payload_bundles',
  'order_terms',
  'order_term_sets',
  'shipments',
  'shipment_lines',
  'warehouse_orders',
  'outbox',
];

/** Runs `work` as an account, records its statements, and runs each once more with its plan and what it reads. */
export async function readingOf(
  database: Database,
  work: (tenant: Tenant) => Promise<unknown>,
  actor: Actor = { accountId: 1, userId: null },
): Promise<Reading> {
  const recorded: Statement[] = [];
  await inTenant(recording(database, recorded), actor, work);
  return inTenant(database, actor, async (tenant) => {
    const before = await readSoFar(tenant);
    const statements = [];
    for (const statement of recorded) statements.push(await explain(tenant, statement));
    const after = await readSoFar(tenant);
    return {
      pages: statements.reduce((sum, { pages }) => sum + pages, 0),
      rows: after.reduce((sum, { rows }, at) => sum + rows - (before[at]?.rows ?? 0), 0),
      walked: after.filter(({ scans }, at) => scans > (before[at]?.scans ?? 0)).map(({ table }) => table),
      statements,
    };
  });
}

type Statement = { name?: string | undefined; text: string; values: unknown[] };

async function explain(tenant: Tenant, { name, text, values }: Statement): Promise<Reading['statements'][number]> {
  const query = name === undefined ? CompiledQuery.raw(`${explained} ${text}`, values) : await asPrepared(tenant, text, values);
  const { rows } = await tenant.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(query);
  const [explanation] = rows[0]?.['QUERY PLAN'] ?? [];
  const pages = Number(explanation?.Plan['Shared Hit Blocks']) + Number(explanation?.Plan['Shared Read Blocks']);
  return { text, pages, ms: explanation?.['Execution Time'] ?? 0, plan: explanation?.Plan ?? { 'Node Type': '' } };
}

/** What this transaction has read of each table, within functions too: plans do not show those. */
const explained = 'explain (analyze, buffers, format json)';

let prepared = 0;

/** A prepared statement is run by a plan that knows none of its values: so it is here. */
async function asPrepared(tenant: Tenant, text: string, values: unknown[]): Promise<CompiledQuery> {
  prepared += 1;
  const ours = `explained_${prepared}`;
  const run = (statement: string) => tenant.db.executeQuery(CompiledQuery.raw(statement));
  await run('set local plan_cache_mode = force_generic_plan');
  await run(`prepare ${ours} as ${text}`);
  return CompiledQuery.raw(`${explained} execute ${ours}${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`);
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}` : String(value);
  return pg.escapeLiteral(text);
}

const readSoFar = (tenant: Tenant) =>
  tenant.prepared<{ table: string; scans: number; rows: number }>(
    'read_so_far',
    `select relname as table, seq_scan::int as scans, (coalesce(seq_tup_read, 0)
        + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0) from pg_index i where i.indrelid = t.relid))::int as rows
      from pg_stat_xact_user_tables t where relname = any($1) order by 1`,
    [growing],
  );

/** The same database, whose connections record the reads, inserts and updates that they run. */
const recording = ({ pool, ...others }: Database, recorded: Statement[]): Database => ({ ...others, pool: recordingPool(pool, recorded) });

function recordingPool(pool: pg.Pool, recorded: Statement[]): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = (input: string | { name?: string; text: string; values?: unknown[] }, values?: unknown[]) => {
      const statement = typeof input === 'string' ? { text: input, values: values ?? [] } : { ...input, values: input.values ?? [] };
      if (/^\s*(select|with|insert|update)\b/i.test(statement.text)) recorded.push(statement);
      return client.query(input as string, values);
    };
    return { query, release: (error?: Error) => client.release(error) };
  };
  return { connect, options: pool.options } as unknown as pg.Pool;
}
