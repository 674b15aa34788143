import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import { deleteStrays } from '../../platform/files/strays.ts';
import type { Files } from '../../platform/files.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { deleteOldExchanges, dropOldBodies } from '../connections/calls/old-exchanges.ts';
import { enqueueReread } from '../orders/checking/ask.ts';
import { recheckReadyOrders } from '../orders/checking/window.ts';
import { linkSameSkus } from '../products/items.ts';
import { endForgotten } from '../runs/commands.ts';
import { deleteOldRuns } from '../runs/old-runs.ts';

/**
 * An account's housekeeping, at each sweep: counts folded, old bodies dropped, same SKUs linked, unlocked orders read again,
 * forgotten runs ended, orders that waited for a window or a connection released. Once an hour, what nobody looks back to is deleted.
 */
export async function tidy({ database, files }: { database: Database; files: Files }, accountId: number): Promise<void> {
  const due = await inTenant(database, { accountId, userId: null }, async (tenant) => {
    await sql`select fold_tallies()`.execute(tenant.db);
    await recheckReadyOrders(tenant);
    await linkSameSkus(tenant);
    await rereadUnlocked(tenant);
    await endForgotten(tenant);
    return claimHour(tenant);
  });
  await dropOldBodies(database, accountId);
  if (!due) return;
  await deleteOldExchanges(database, accountId);
  await deleteOldRuns(database, accountId);
  await deleteStrays(database, files, accountId);
}

/** Whether the hour is over, for one who asks. */
async function claimHour(tenant: Tenant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts set tidied_at = now() where id = ${tenant.accountId} and (tidied_at is null or tidied_at < now() - interval '1 hour')`.execute(
    tenant.db,
  );
  return numAffectedRows === 1n;
}

/** Those whose channel did not answer when they were unlocked. */
async function rereadUnlocked(tenant: Tenant): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where account_id = ${tenant.accountId} and changed_while_locked and not locked limit 100`.execute(tenant.db);
  await enqueueReread(
    tenant,
    rows.map(({ id }) => id),
  );
}
