import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import { inTenant } from '../../platform/tenant.ts';
import { linkSameSkus } from '../products/items.ts';
import { dropOldBodies } from '../sync/exchanges.ts';
import { recheckWindow } from './checking/window.ts';

/** An account's housekeeping, each minute: counts folded, old bodies dropped, same SKUs linked, orders that waited for a window or a connection released. */
export async function tidy(database: Database, accountId: number): Promise<void> {
  await inTenant(database, { accountId, userId: null }, async (tenant) => {
    await sql`select fold_tallies()`.execute(tenant.db);
    await recheckWindow(tenant);
    await linkSameSkus(tenant);
  });
  await dropOldBodies(database, accountId);
}
