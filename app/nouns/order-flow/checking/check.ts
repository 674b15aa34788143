import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { type Database, isPassing } from '../../../../platform/db.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import { type Cause, ordersWaitingFor } from '../../../shared/issues/queries.ts';
import { reconcileOrderIssues } from '../order-issues.ts';
import { isUnreleased } from '../order-sql.ts';
import { type CheckReason, enqueueCheck, enqueueSecondParcels, recheckWaiting } from '../recheck.ts';
import { cancelAsAsked } from '../release/cancelling/as-asked.ts';
import { delayRelease, type MappingKind } from '../release/delay.ts';
import { releaseReady } from '../release/release.ts';
import { settleOrders } from '../settle.ts';
import { deriveSharedGoods } from '../shared-goods/derive.ts';
import { endTwins } from '../shared-goods/twins/twins.ts';
import { linkLines, mapShipping, mapWarehouse, rememberUnknownCodes } from './map.ts';
import { followNoted, rereadGone } from './noted-changes.ts';
import { setFields } from './set-fields.ts';
import { tryLockSteady } from './steady.ts';

/**
 * Checks stored orders as one set: maps them, opens and closes the issues that the check can detect, settles their status, and releases
 * those that are ready; what a link or mapping has just mended, when that can no longer be undone. Safe to repeat at any time: it depends
 * on the rows alone. Skips orders that are with the warehouse, cancelled or deleted.
 */
export async function checkOrders(tenant: Tenant, orderIds: number[]): Promise<void> {
  const isSteady = await tryLockSteady(tenant, orderIds);
  const ids = await endTwins(tenant, await lockUnreleased(tenant, orderIds));
  if (ids.length === 0) return;
  await followNoted(tenant, ids);
  await rememberUnknownCodes(tenant, ids);
  await linkLines(tenant, ids);
  await mapShipping(tenant, ids);
  await mapWarehouse(tenant, ids);
  await setFields(tenant, ids);
  await deriveSharedGoods(tenant, ids);
  await rereadGone(tenant, ids);
  const { mapped } = await reconcileOrderIssues(tenant, ids);
  await settleOrders(tenant, ids, { checked: true });
  await cancelAsAsked(tenant, ids);
  await delayRelease(
    tenant,
    mapped.map(({ order_id: orderId, type, subject: code }) => ({ orderId, code, kind: kindOf(type, code) })),
  );
  // Released by a rule that changes in the meantime, it would be found by nobody; and it may leave beside its twin.
  if (isSteady) await releaseReady(tenant, ids);
  else await enqueueCheck(tenant, ids, { runAt: new Date(Date.now() + unsteadyMs) });
}

/** So much later orders are checked again whose rules are being changed, or their twins checked. */
const unsteadyMs = 200;

function kindOf(type: IssueType, code: string): MappingKind {
  if (type === 'unmapped_shipping') return 'shipping';
  if (type === 'unmapped_location') return 'location';
  return code === '' ? 'line' : 'product';
}

/** Checks orders that a person has just changed together: the first hundred here, the others by jobs. `reason`: see `CheckReason`. */
export async function checkChanged(tenant: Tenant, orderIds: number[], reason?: CheckReason): Promise<void> {
  await checkOrders(tenant, orderIds.slice(0, checkedAtOnce));
  await enqueueCheck(tenant, orderIds.slice(checkedAtOnce), reason && { reason });
}

/**
 * Of the orders that wait for a cause, so many are checked in the request of whoever mended it, within a second even beside another
 * account's backlog.
 */
const checkedAtOnce = 100;

/**
 * Checks the orders that wait for a cause that was just mended. The first hundred are checked here, so that whoever
 * mended it sees them go on; the others by jobs. Returns how many there are.
 */
export async function checkWaiting(tenant: Tenant, cause: Cause): Promise<number> {
  const first = await ordersWaitingFor(tenant, cause, checkedAtOnce);
  await checkOrders(tenant, first);
  return first.length + (first.length < checkedAtOnce ? 0 : await recheckWaiting(tenant, cause));
}

/** Checks orders whose check seems to have been missed. Skips those that were checked since. */
export async function checkMissed(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and id = any(${orderIds}::bigint[]) and checked_at is null`.execute(tenant.db);
  await checkOrders(tenant, idsOf(rows));
}

/** Locks in id order, so that two checks cannot deadlock. Orders that the check does not decide about are marked as checked. */
async function lockUnreleased(tenant: Tenant, orderIds: number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'> & { mine: boolean }>`
    select o.id, ${isUnreleased} as mine
    from orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) order by o.id for no key update`.execute(tenant.db);
  const others = rows.filter(({ mine }) => !mine).map(({ id }) => id);
  if (others.length > 0)
    await sql`update orders set checked_at = now() where ${inAccount(tenant)} and id = any(${others}::bigint[])
      and checked_at is null`.execute(tenant.db);
  await enqueueSecondParcels(tenant, others);
  return rows.filter(({ mine }) => mine).map(({ id }) => id);
}

/**
 * Checks orders together. If one of them makes the check fail, checks by halves until that order is alone and the others are
 * through. @throws the first failure, after all others were checked.
 */
export async function checkByHalves(
  database: Database,
  actor: Actor,
  orderIds: number[],
  check: (tenant: Tenant, orderIds: number[]) => Promise<void>,
): Promise<void> {
  try {
    await inTenant(database, actor, (tenant) => check(tenant, orderIds));
  } catch (error) {
    if (orderIds.length <= 1 || isPassing(error)) throw error;
    const half = Math.ceil(orderIds.length / 2);
    const failures: unknown[] = [];
    for (const some of [orderIds.slice(0, half), orderIds.slice(half)])
      await checkByHalves(database, actor, some, check).catch((failure) => failures.push(failure));
    if (failures.length > 0) throw failures[0];
  }
}

/** Checks orders one by one, each in a transaction of its own. @throws the first failure, after all others were checked. */
export async function checkEach(
  database: Database,
  actor: Actor,
  orderIds: number[],
  check: (tenant: Tenant, orderId: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of orderIds) await inTenant(database, actor, (tenant) => check(tenant, id)).catch((failure) => failures.push(failure));
  if (failures.length > 0) throw failures[0];
}
