import { zstdCompressSync } from 'node:zlib';
import type { TestDatabase } from './database.ts';

type Column = { table: string; column: string; type: string; needed: boolean; identity: boolean };
type Reference = { table: string; columns: string[]; to: string; toColumns: string[] };
type Row = Record<string, unknown>;

/**
 * Gives an account one row in every tenant table of the catalogue, so that new tables are covered. Every text is `marker`. Returns
 * the rows by table.
 */
export async function fillAccount(
  { sql }: Pick<TestDatabase, 'sql'>,
  accountId: number,
  userId: number,
  marker: string,
): Promise<Map<string, Row>> {
  const [columns, references, allowed] = [await sql<Column>(columnsOf), await sql<Reference>(referencesOf), await allowedTexts(sql)];
  const rows = new Map<string, Row>([
    ['accounts', { id: accountId }],
    ['users', { id: userId }],
  ]);
  const waiting = new Set(columns.filter(({ column }) => column === 'account_id').map(({ table }) => table));
  while (waiting.size > 0) {
    const next = [...waiting].find((table) =>
      references.every((each) => each.table !== table || each.to === table || !waiting.has(each.to)),
    );
    if (!next) throw new Error(`These tables refer to each other: ${[...waiting].join(', ')}`);
    waiting.delete(next);
    const values = valuesFor(next, accountId);
    const names = Object.keys(values);
    const places = names.map((_, at) => `$${at + 1}`);
    const [row] = await sql<Row>(
      `insert into ${next} (${names.join(', ')}) values (${places.join(', ')}) on conflict do nothing returning *`,
      Object.values(values),
    );
    // Existing rows of the account stay, and count.
    const [known] = row ? [row] : await sql<Row>(`select * from ${next} where account_id = $1 limit 1`, [accountId]);
    rows.set(next, known ?? {});
  }
  return rows;

  function valuesFor(table: string, account: number): Row {
    const own = columns.filter((each) => each.table === table && !each.identity);
    const needed = own
      .filter((each) => each.needed)
      .map(({ column, type }) => [column, meant[`${table}.${column}`] ?? allowed.get(`${table}.${column}`) ?? sampleOf(type, marker)]);
    const linked = references
      .filter((each) => each.table === table && each.to !== table)
      .flatMap(({ columns: from, to, toColumns }) => from.map((column, at) => [column, rows.get(to)?.[toColumns[at] ?? '']]));
    return { ...Object.fromEntries(needed), ...Object.fromEntries(linked), account_id: account };
  }
}

/** Values that code looks up without a check in the database. */
const meant: Record<string, unknown> = {
  'connections.connector': 'ship_station',
  'api_keys.scopes': ['read_orders'],
  'streams.stream': 'orders',
  'unreadable_records.stream': 'orders',
  'webhook_deliveries.stream': 'orders',
  'saved_views.entity': 'orders',
  'list_openings.entity': 'orders',
  'issues.type': 'unmapped_sku',
  'order_payloads.line': 0,
  'audit_entries.changes': '{}',
  'exports.kind': 'orders',
  'imports.entity': 'products',
  'imports.format': JSON.stringify({
    ...{ encoding: 'utf-8', damaged: false, delimiter: ',', quote: '"' },
    ...{ headers: ['sku', 'name'], headerRow: 1, examples: [['MUG', 'A mug']] },
  }),
  'imports.mapping': JSON.stringify({ sku: 0, name: 1 }),
  'import_chunks.codes': 'w',
  'import_errors.problem': JSON.stringify({ code: 'missing' }),
  'import_errors.expected': JSON.stringify({ code: 'sku' }),
};

function sampleOf(type: string, marker: string): unknown {
  if (type === 'boolean') return false;
  if (type.endsWith('[]')) return [sampleOf(type.slice(0, -2), marker)];
  if (type === 'bytea') return zstdCompressSync(JSON.stringify({ marker }));
  if (type.startsWith('json')) return JSON.stringify({ marker });
  if (type.startsWith('timestamp')) return new Date();
  if (type === 'date') return '2026-01-02';
  if (type === 'character(3)') return 'USD';
  return type === 'text' ? marker : 1;
}

const tenantTables = `select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

const columnsOf = `select a.attrelid::regclass::text as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as needed, a.attidentity <> '' or a.attgenerated <> '' as identity
  from pg_attribute a where a.attrelid in (${tenantTables}) and a.attnum > 0 and not a.attisdropped`;

/** On several nodes a table of the coordinator refers to what that has of another, a table with a number behind its name. */
const referencesOf = `select conrelid::regclass::text as "table", regexp_replace(confrelid::regclass::text, '_\\d{6,}$', '') as "to",
    array(select attname::text from unnest(conkey) with ordinality k (n, o) join pg_attribute on attrelid = conrelid and attnum = n order by o) as columns,
    array(select attname::text from unnest(confkey) with ordinality k (n, o) join pg_attribute on attrelid = confrelid and attnum = n order by o) as "toColumns"
  from pg_constraint where contype = 'f' and conrelid in (${tenantTables})`;

/** The first text that a check allows, by table.column. */
async function allowedTexts(sql: TestDatabase['sql']): Promise<Map<string, string>> {
  const checks = await sql<{ table: string; definition: string }>(
    `select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and conrelid in (${tenantTables})`,
  );
  return new Map(
    checks.flatMap(({ table, definition }) => {
      const [, column, text] = /\((\w+) = ANY \(ARRAY\['([^']*)'/.exec(definition) ?? [];
      return column && text !== undefined ? [[`${table}.${column}`, text] as const] : [];
    }),
  );
}
