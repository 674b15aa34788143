import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { root } from './stop.mjs';

/** `npm run db:types`: writes db/tables.ts from a database that was just migrated. */
const folder = await mkdtemp(join(tmpdir(), 'crossdock-types-'));
const database = await startEmbeddedPostgres({ dataDir: folder, log: createLog({ logLevel: 'silent' }), throwaway: true });
try {
  await migrate(database.url);
  const types = JSON.stringify({ int8: 'number', json: 'unknown', jsonb: 'unknown' });
  const what = ['--url', database.url, '--dialect', 'postgres', '--default-schema', 'public', '--exclude-pattern', 'graphile_worker.*'];
  const how = ['--date-parser', 'string', '--type-mapping', types, '--out-file', join(root, 'db/tables.ts')];
  const { status } = spawnSync('kysely-codegen', [...what, ...how], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await database.stop('now');
  await rm(folder, { recursive: true, force: true });
}
