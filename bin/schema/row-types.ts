import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { steadyClient } from '../../platform/steady.ts';
import { root } from '../stop.mjs';

const codegen = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js');
const types = JSON.stringify({ int8: 'number', json: 'unknown', jsonb: 'unknown' });
const source = ['--dialect', 'postgres', '--default-schema', 'public', '--exclude-pattern', 'graphile_worker.*'];
const output = ['--date-parser', 'string', '--type-mapping', types, '--out-file', join(root, 'db/tables.ts')];

/** Writes db/tables.ts from this database; with `--verify` only compares, and throws when the file is another. */
export async function runCodegen(url: string, ...more: '--verify'[]): Promise<void> {
  const overrides = JSON.stringify({ columns: await enumeratedColumns(url) });
  await promisify(execFile)(process.execPath, [codegen, '--url', url, ...source, ...output, '--overrides', overrides, ...more]);
}

/** The texts that a check constraint lists are the type of its column: `orders.order_status` → `Generated<'pending' | 'packing' | …>`. */
async function enumeratedColumns(url: string): Promise<Record<string, string>> {
  const client = steadyClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ column: string; definition: string; generated: boolean; nullable: boolean }>(`
      select c.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid, true) as definition, a.atthasdef as generated, not a.attnotnull as nullable
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace and a.atttypid = 'text'::regtype
      order by 1`);
    return Object.fromEntries(rows.flatMap(({ column, ...row }) => (listed.test(row.definition) ? [[column, typeOf(row)]] : [])));
  } finally {
    await client.end();
  }
}

const listed = /= ANY \(ARRAY\[/;

function typeOf({ definition, generated, nullable }: { definition: string; generated: boolean; nullable: boolean }): string {
  const texts = [...definition.matchAll(/'([^']+)'/g)].map(([text]) => text);
  const union = [...texts, ...(nullable ? ['null'] : [])].join(' | ');
  return generated ? `Generated<${union}>` : union;
}
