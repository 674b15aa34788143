import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { runCodegen } from './schema/row-types.ts';
import { readSchema } from './schema/sql.ts';
import { root } from './stop.mjs';

/** `npm run db:types`: migrates an empty database, and writes db/tables.ts and db/schema.sql from it. */
const folder = await mkdtemp(join(tmpdir(), 'crossdock-schema-'));
const database = await startEmbeddedPostgres({ dataDir: folder, log: createLog({ logLevel: 'silent' }), throwaway: true });
try {
  await migrate(database.url);
  await runCodegen(database.url);
  await writeFile(join(root, 'db/schema.sql'), await readSchema(database.url));
} finally {
  await database.stop('now');
  await rm(folder, { recursive: true, force: true });
}
