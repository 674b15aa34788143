import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../stop.mjs';

const codegen = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js');
const types = JSON.stringify({ int8: 'number', json: 'unknown', jsonb: 'unknown' });
const source = ['--dialect', 'postgres', '--default-schema', 'public', '--exclude-pattern', 'graphile_worker.*'];
const output = ['--date-parser', 'string', '--type-mapping', types, '--out-file', join(root, 'db/tables.ts')];

/** Writes db/tables.ts from this database; with `--verify` only compares, and throws when the file is another. */
export async function runCodegen(url: string, ...more: '--verify'[]): Promise<void> {
  await promisify(execFile)(process.execPath, [codegen, '--url', url, ...source, ...output, ...more]);
}
