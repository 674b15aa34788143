import { sql } from 'kysely';
import { href } from 'react-router';
import type { Columns } from '../../../platform/columns.ts';
import { deleteStrays } from '../../../platform/files/strays.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { deleteOldRequests } from '../../../platform/repeated.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { forgetChanges } from '../../base/changes/forget.ts';
import { isNewest } from '../../base/installation/gate.ts';
import type { Engine } from '../../base/worker-context.ts';
import { deletePicturesOfDeleted } from '../../nouns/catalogue/pictures/deleted-items.ts';
import { retryPictures, wantPictures } from '../../nouns/catalogue/pictures/fetched-pictures.ts';
import { linkSameSkus } from '../../nouns/links/saving/same-skus.ts';
import { watchErasures } from '../../nouns/order-flow/erasing/due.ts';
import { retryRequests } from '../../nouns/order-flow/erasing/requests.ts';
import { enqueueRereadTogether } from '../../nouns/order-flow/recheck.ts';
import { lookUpWaiting } from '../../nouns/order-flow/release/adopting/look-up.ts';
import { askAboutFormerRests } from '../../nouns/order-flow/release/cancelling/former-rests.ts';
import { takeOverOrders } from '../../nouns/order-flow/release/former/former-warehouse.ts';
import { recheckReadyOrders } from '../../nouns/order-flow/release/release.ts';
import { retryFreed } from '../../nouns/order-flow/release/retry-when-mended.ts';
import { settleOrders } from '../../nouns/order-flow/settle.ts';
import { sweepTwins } from '../../nouns/order-flow/shared-goods/twins/ask.ts';
import { followAllSecondParcels } from '../../nouns/order-flow/shipping/second-parcel/follow.ts';
import { enqueueRereads, recheckMissedPurchases } from '../../nouns/purchase-orders/missed.ts';
import { settleDueExpiring } from '../../nouns/stock-out/not-offered/expiring.ts';
import { deleteOldPushes } from '../../nouns/stock-out/queries.ts';
import { tellOfExpiringKeys } from '../../people/keys/stopping/expiring.ts';
import { tellOfWaitingOrders } from '../../people/notifications/orders-waiting.ts';
import { deleteOldImports } from '../../screens/import-export/imports/files/old-imports.ts';
import { deleteOldExchanges, dropOldBodies } from '../../shared/connections/calls/exchanges.ts';
import { dropUnusedTokens } from '../../shared/connections/calls/tokens.ts';
import { takeUpOpened } from '../../shared/connections/health/lost-secrets.ts';
import { watchSignIns } from '../../shared/connections/health/sign-in-ends.ts';
import { watchIdentities } from '../../shared/connections/identity/watch.ts';
import { fitConnections } from '../../shared/connections/streams/fit.ts';
import { tellOfUnknownAnnouncements } from '../../shared/connections/streams/unknown-announcements.ts';
import { dropOldConsents } from '../../shared/connections/trying/consent/pending.ts';
import { deleteUnseenPictures } from '../../shared/files/outside-pictures.ts';
import { endForgotten } from '../../shared/runs/commands.ts';
import { deleteOldRuns } from '../../shared/runs/old-runs.ts';
import { deleteForgottenFiles } from '../../shared/support/files/attachments.ts';
import { deleteOldRows } from './old-rows.ts';

type Housekeeping = Pick<Engine, 'database' | 'files' | 'seal' | 'keepDays'>;

/**
 * An account's housekeeping at each sweep: folds tallies, deletes old bodies, links equal SKUs, re-reads orders that have to be, looks up
 * those that waited long for the warehouse, ends abandoned runs, offers goods no longer that expire soon, decides about orders of a former
 * warehouse, asks about orders that came twice, has pictures fetched, checks orders, and second parcels, that waited for a time window, a
 * connection or stock. Once an hour it has buyers erased who are due, fits connections to what their connectors can do by now, has them say
 * whose they are, warns of sign-ins and API keys that end soon, tells of announcements that stay unknown, and deletes expired records.
 */
export async function tidy(means: Housekeeping, accountId: number): Promise<void> {
  const { database } = means;
  const due = await withoutPerson(database, accountId, async (tenant) => {
    await sql`select fold_tallies(${tenant.accountId})`.execute(tenant.db);
    await takeOverOrders(tenant);
    await settleOrders(tenant, await sweepTwins(tenant));
    await recheckReadyOrders(tenant);
    await lookUpWaiting(tenant);
    await followAllSecondParcels(tenant);
    await retryFreed(tenant);
    await linkSameSkus(tenant);
    await recheckMissedPurchases(tenant);
    await rereadAgain(tenant, false);
    await settleDueExpiring(tenant);
    await endForgotten(tenant);
    await tellOfWaitingOrders(tenant, `${href('/orders')}?view=attention`);
    const due = await claimHour(tenant);
    if (due) await retryHourly(tenant);
    await wantPictures(tenant);
    return due;
  });
  await dropOldBodies(database, accountId);
  if (due) await tidyHourly(means, accountId);
}

/** In one hour as in the next: what one of these cannot do must not keep the others from theirs. @throws the first failure, after all. */
async function tidyHourly({ database, files, seal, keepDays }: Housekeeping, accountId: number): Promise<void> {
  const steps = [
    () => withoutPerson(database, accountId, (tenant) => tidyTogether(tenant, { files, seal })),
    () => deleteOldExchanges(database, accountId, keepDays.exchanges),
    () => deleteOldImports(database, files, accountId),
    () => deleteOldRuns(database, accountId, keepDays.runs),
    () => forgetChanges(database, accountId),
    () => deleteOldRows(database, accountId, keepDays),
    () => deleteStrays(database, files, accountId),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((failure) => failures.push(failure));
  if (failures.length > 0) throw failures[0];
}

async function tidyTogether(tenant: Tenant, { files, seal }: Pick<Housekeeping, 'files' | 'seal'>): Promise<void> {
  await takeUpOpened(tenant, seal);
  await fitConnections(tenant, seal);
  await watchIdentities(tenant);
  await dropUnusedTokens(tenant);
  await dropOldConsents(tenant);
  await watchSignIns(tenant);
  await tellOfExpiringKeys(tenant);
  await deleteForgottenFiles(tenant, files);
  await deleteOldPushes(tenant);
  await deleteOldRequests(tenant);
  await deleteUnseenPictures(tenant, files);
  await deletePicturesOfDeleted(tenant, files);
}

async function retryHourly(tenant: Tenant): Promise<void> {
  await rereadAgain(tenant, true);
  await enqueueRereads(tenant, true);
  await tellOfUnknownAnnouncements(tenant);
  await retryRequests(tenant);
  await watchErasures(tenant);
  await retryPictures(tenant);
  await askAboutFormerRests(tenant);
}

/**
 * Claims the hourly work. Returns whether it is due; only one caller gets true. Never in a database that is not the newest: the files that
 * it would delete may be those of the newest.
 */
async function claimHour(tenant: Tenant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into housekeeping as h (account_id, tidied_at)
    with due as materialized (select now() as at where ${isNewest} and not exists (
      select 1 from housekeeping where ${inAccount(tenant)} and tidied_at >= now() - interval '1 hour'))
    select ${tenant.accountId}::bigint, at from due
    on conflict (account_id) do update set tidied_at = excluded.tidied_at
      where excluded.tidied_at - h.tidied_at > interval '1 hour'`.execute(tenant.db);
  return numAffectedRows === 1n;
}

/** So many at a sweep: each is a request, and the channel allows few. */
const mostRereads = 20;

/**
 * Re-reads orders whose channel did not reply, or, with `refused`, replied with what cannot be used: those that have waited longest, of
 * channels that can be asked, or that are disconnected, so that their orders go on as they are.
 */
async function rereadAgain(tenant: Tenant, refused: boolean): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
      and (c.state = 'active' and (c.blocked_until is null or c.blocked_until <= now()) or c.state = 'disconnected')
    where ${inAccount(tenant, 'o')} and o.must_reread and not o.locked and o.deleted_at is null
      and (o.reread_refused is null) <> ${refused} order by o.seen_at, o.id limit ${mostRereads}`.execute(tenant.db);
  await enqueueRereadTogether(tenant, idsOf(rows));
}
