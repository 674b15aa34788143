import { sql } from 'kysely';
import { href } from 'react-router';
import type { Columns } from '../../platform/columns.ts';
import type { Database } from '../../platform/db.ts';
import { deleteStrays } from '../../platform/files/strays.ts';
import type { Files } from '../../platform/files.ts';
import { deleteOldRequests } from '../../platform/repeated.ts';
import type { Seal } from '../../platform/seal.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { retryPictures, wantPictures } from '../catalogue/fetched-pictures.ts';
import { deleteOldExchanges, dropOldBodies } from '../connections/calls/exchanges.ts';
import { watchSignIns } from '../connections/calls/sign-in-ends.ts';
import { dropUnusedTokens } from '../connections/calls/tokens.ts';
import { watchIdentities } from '../connections/identity/verify.ts';
import { fitConnections } from '../connections/streams/fit.ts';
import { dropUnshown } from '../files/outside-pictures.ts';
import { deleteOldImports } from '../imports/old-imports.ts';
import { tellOfWaitingOrders } from '../notifications/orders-waiting.ts';
import { enqueueReread, recheckReadyOrders } from '../orders/recheck.ts';
import { takeOverOrders } from '../orders/release/former-warehouse.ts';
import { retryFreed } from '../orders/release/retry-when-mended.ts';
import { linkSameSkus } from '../products/items.ts';
import { recheckMissedPurchases } from '../purchase-orders/missed.ts';
import { endForgotten } from '../runs/commands.ts';
import { deleteOldRuns } from '../runs/old-runs.ts';
import { deleteOldPushes } from '../stock-pushes/queries.ts';
import { deleteForgottenFiles } from '../support/attachments.ts';
import { deleteOldRows } from './old-rows.ts';

/**
 * An account's housekeeping at each sweep: folds tallies, deletes old bodies, links equal SKUs, re-reads orders that have to be, ends
 * abandoned runs, decides about orders of a former warehouse, has pictures fetched, checks orders that waited for a time window, a connection or stock. Once
 * an hour it fits connections to what their connectors can do by now, has them say whose they are, warns of sign-ins that end soon, and
 * deletes expired records.
 */
export async function tidy({ database, files, seal }: { database: Database; files: Files; seal: Seal }, accountId: number): Promise<void> {
  const due = await inTenant(database, { accountId, userId: null }, async (tenant) => {
    await sql`select fold_tallies()`.execute(tenant.db);
    await takeOverOrders(tenant);
    await recheckReadyOrders(tenant);
    await retryFreed(tenant);
    await linkSameSkus(tenant);
    await recheckMissedPurchases(tenant);
    await rereadAgain(tenant, false);
    await endForgotten(tenant);
    await tellOfWaitingOrders(tenant, `${href('/orders')}?view=attention`);
    const due = await claimHour(tenant);
    if (due) await rereadAgain(tenant, true);
    if (due) await retryPictures(tenant);
    await wantPictures(tenant);
    return due;
  });
  await dropOldBodies(database, accountId);
  if (!due) return;
  await inTenant(database, { accountId, userId: null }, async (tenant) => {
    await fitConnections(tenant, seal);
    await watchIdentities(tenant);
    await dropUnusedTokens(tenant);
    await watchSignIns(tenant);
    await deleteForgottenFiles(tenant);
    await deleteOldPushes(tenant);
    await deleteOldRequests(tenant);
    await dropUnshown(tenant, files);
  });
  await deleteOldExchanges(database, accountId);
  await deleteOldImports(database, files, accountId);
  await deleteOldRuns(database, accountId);
  await deleteOldRows(database, accountId);
  await deleteStrays(database, files, accountId);
}

/** Claims the hourly work. Returns whether it is due; only one caller gets true. */
async function claimHour(tenant: Tenant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts set tidied_at = now() where id = ${tenant.accountId} and (tidied_at is null or tidied_at < now() - interval '1 hour')`.execute(
    tenant.db,
  );
  return numAffectedRows === 1n;
}

/** So many at a sweep: each is a request, and the channel allows few. */
const mostRereads = 20;

/** Re-reads orders whose channel did not reply, or, with `refused`, replied with what cannot be used. */
async function rereadAgain(tenant: Tenant, refused: boolean): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where account_id = ${tenant.accountId} and must_reread and not locked and (reread_refused is null) <> ${refused}
    order by id limit ${mostRereads}`.execute(tenant.db);
  await enqueueReread(
    tenant,
    rows.map(({ id }) => id),
  );
}
