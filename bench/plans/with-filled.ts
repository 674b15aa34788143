import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../../platform/embedded-postgres/create-database.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { migrate } from '../../platform/migrate.ts';
import { fill } from '../filled/fill.ts';
import { catalogueFilling } from '../filled/fill-catalogue.ts';
import { purchaseFilling } from '../filled/purchase-orders.ts';
import { silent } from '../settings.ts';

/** Enough that the statistics tell an index of all rows from one of the open ones. */
const rows = 12_000;

/** A server of its own with a database of orders, one of products and one of purchase orders, one after the other. */
export async function withFilled(use: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crossdock-filled-'));
  const server = await startEmbeddedPostgres({ dataDir, log: silent, throwaway: true, settings: { autovacuum: 'off' } });
  try {
    for (const filling of [fill, catalogueFilling.fill, purchaseFilling.fill]) {
      const address = new URL(server.url);
      address.pathname = `/filled_${randomBytes(4).toString('hex')}`;
      await createDatabase(address.href);
      await migrate(address.href);
      await filling(address.href, rows, new Date().toISOString());
      await use(address.href);
    }
  } finally {
    await server.stop('now');
  }
}
