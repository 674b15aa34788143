import type { Readable } from 'node:stream';
import { linesOf } from '../platform/packed-lines.ts';
import type { Shop } from './build.ts';
import type { TestDatabase } from './database.ts';

type Column = { table: string; column: string; type: string };

/**
 * Where a text is, whatever its case: by table and column of every schema of the database, as the catalogue has them, packed or not, and
 * by the names of stored files. A table that is added later is looked through, too.
 */
export async function copiesOf(
  own: TestDatabase,
  { engine, accountId }: Pick<Shop, 'engine' | 'accountId'>,
  text: string,
): Promise<string[]> {
  const columns = await own.sql<Column>(everyColumn);
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const has = type === 'bytea' ? await hasPacked(own, table, column, text) : await hasText(own, table, column, text);
    if (has) found.push(`${table}.${column}`);
  }
  for await (const keys of engine.files.store.list(String(accountId), new Date(Date.now() + 60_000)))
    for (const key of keys) if (isIn(await bytesOf(await engine.files.store.read(key)), text)) found.push(`file ${key}`);
  return found;
}

const everyColumn = `select format('%I.%I', nspname, relname) as "table", quote_ident(attname) as "column", format_type(atttypid, null) as type
  from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'p', 'm') and attnum > 0 and not attisdropped and nspname !~ '^(pg_|information_schema)' order by 1, 2`;

const hasText = async (own: TestDatabase, table: string, column: string, text: string) =>
  (await own.sql(`select from ${table} where strpos(lower(${column}::text), lower($1)) > 0 limit 1`, [text])).length > 0;

async function hasPacked(own: TestDatabase, table: string, column: string, text: string): Promise<boolean> {
  const rows = await own.sql<{ packed: Buffer }>(`select ${column} as packed from ${table} where ${column} is not null`);
  for (const { packed } of rows) if (isIn(packed, text) || isIn(Buffer.from((await unpacked(packed)).join('\n')), text)) return true;
  return false;
}

const unpacked = (packed: Buffer) => (packed.length < 4 ? [] : linesOf(packed));
const isIn = (bytes: Buffer, text: string) => bytes.toString('utf8').toLowerCase().includes(text.toLowerCase());

async function bytesOf(content: Readable | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
