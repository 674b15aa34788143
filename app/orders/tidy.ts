import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { linkSameSkus } from '../products/items.ts';
import { endForgotten } from '../runs/commands.ts';
import { dropOldBodies } from '../sync/exchanges.ts';
import { rereadJob } from '../sync/wake.ts';
import { recheckWindow } from './checking/window.ts';

/**
 * An account's housekeeping, at each sweep: counts folded, old bodies dropped, same SKUs linked, unlocked orders read again,
 * forgotten runs ended, orders that waited for a window or a connection released.
 */
export async function tidy(database: Database, accountId: number): Promise<void> {
  await inTenant(database, { accountId, userId: null }, async (tenant) => {
    await sql`select fold_tallies()`.execute(tenant.db);
    await recheckWindow(tenant);
    await linkSameSkus(tenant);
    await rereadUnlocked(tenant);
    await endForgotten(tenant);
  });
  await dropOldBodies(database, accountId);
}

/** Those whose channel did not answer when they were unlocked. */
async function rereadUnlocked(tenant: Tenant): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where account_id = ${tenant.accountId} and changed_while_locked and not locked limit 100`.execute(tenant.db);
  await enqueue(
    tenant,
    rows.map(({ id }) => rereadJob(tenant.accountId, id)),
  );
}
