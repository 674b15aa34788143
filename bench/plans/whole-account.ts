import pg from 'pg';
import type { Plan } from './explained.ts';

/** A statement, and the tables of which it reads all that an account has. */
export type WholeRead = { text: string; reads: string[] };
type Sizes = { growing: ReadonlySet<string>; small: ReadonlySet<string> };

/**
 * Which of these statements read all rows that an account has of a table that is filled, because no index leads to fewer. The database
 * has to be filled and analysed. Plans that read from end to end are chosen only where there is no other, so that what a few thousand
 * rows show holds for millions. Statements of other tables or another schema are left out.
 */
export async function wholeReads(url: string, texts: Iterable<string>): Promise<WholeRead[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const sizes = await sizesOf(client);
    await client.query(asTheProduct);
    const found: WholeRead[] = [];
    const tables = [...sizes.growing];
    for (const text of texts) {
      if (!tables.some((table) => text.includes(table))) continue;
      const plan = await planOf(client, text);
      const reads = plan ? [...new Set(wholeIn(plan, sizes))] : [];
      if (reads.length > 0) found.push({ text, reads });
    }
    return found;
  } finally {
    await client.end();
  }
}

const asTheProduct = `set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off; set cpu_tuple_cost = 1; set cpu_index_tuple_cost = 0.5;
  select set_config('crossdock.account_id', '1', false), set_config('crossdock.user_id', '1', false); set role crossdock_app`;

/** Tables that are filled, but for categories, of which an account has few; and indexes of only a small part of one: what is open, or waits. */
async function sizesOf(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<{ table: string; indexes: string[] | null }>(`
    select t.relname as table, array_agg(x.relname::text) filter (where x.reltuples < t.reltuples / 10 and i.indpred is not null) as indexes
    from pg_class t left join pg_index i on i.indrelid = t.oid left join pg_class x on x.oid = i.indexrelid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and t.reltuples >= 2000 and t.relname <> 'categories'
    group by t.relname`);
  return { growing: new Set(rows.map(({ table }) => table)), small: new Set(rows.flatMap(({ indexes }) => indexes ?? [])) };
}

/** For any values, since statements come without. None where the role may not read the table, or that cannot be explained. */
async function planOf(client: pg.Client, text: string): Promise<Plan | undefined> {
  const explained = { text: `explain (generic_plan, format json) ${text}`, queryMode: 'simple' };
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained).catch((error) => {
    if (notExplained.includes(error.code)) return { rows: [] };
    throw new Error(`${error.message}: ${text}`);
  });
  return rows[0]?.['QUERY PLAN'][0].Plan;
}

const notExplained = ['42501', '42601'];

/** What stops early reads no more than it returns; what has to see all rows first does not stop. */
const seesAll = ['Sort', 'Incremental Sort', 'Hash', 'Aggregate', 'WindowAgg', 'Materialize'];

function wholeIn(plan: Plan, sizes: Sizes, stops = false): string[] {
  const type = plan['Node Type'];
  const stopsHere = type === 'Limit' || (stops && !seesAll.includes(type));
  const table = plan['Relation Name'] ?? '';
  const isWhole = !stopsHere && sizes.growing.has(table) && scansOf(plan).some((scan) => readsAll(scan, sizes));
  return [...(isWhole ? [table] : []), ...(plan.Plans ?? []).flatMap((each) => wholeIn(each, sizes, stopsHere))];
}

/** The scans that find the rows of a table: of a bitmap, those of its indexes. */
function scansOf(plan: Plan): Plan[] {
  if (/^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(plan['Node Type'])) return [plan];
  return plan['Node Type'].startsWith('Bitmap') ? (plan.Plans ?? []).flatMap(scansOf) : [];
}

/** Whether nothing but the account narrows it. */
function readsAll(scan: Plan, { small }: Sizes): boolean {
  const index = scan['Index Name'];
  if (typeof index !== 'string') return scan['Node Type'] === 'Seq Scan';
  const others = String(scan['Index Cond'] ?? '').replaceAll(/account_id = (\$\d+|'?\d+'?(::bigint)?|\w+\.account_id)/g, '');
  return !small.has(index) && !/[a-z]/.test(others.replaceAll(' AND ', ''));
}
