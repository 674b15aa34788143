import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { JobOptions } from '../../../platform/jobs.ts';
import { lockOf } from '../../../platform/locks.ts';
import { inPieces } from '../../../platform/pieces.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue, enqueueAll, fairQueue } from '../../base/job-queue.ts';
import type { IssueType } from '../../shared/issues/issue.ts';
import { type Cause, ordersWaitingFor } from '../../shared/issues/queries.ts';
import { isBuildingOfOurs, isMethodGone, isRuledMethodOurs, methodOfMapping } from '../../shared/issues/types/mapping.checks.ts';
import { combineKey } from './order-sql.ts';

type CheckOptions = Pick<JobOptions, 'runAt' | 'isUrgent'> & { reason?: CheckReason; begun?: number };

/**
 * Why many orders are checked, where that may come again while they wait for it: a rule that is saved once more, for one. The jobs of the
 * later time take the places of the former's, so `orderIds` are all that are still concerned, in the order of their ids. Without a
 * connection, of all.
 */
export type CheckReason = { connectionId?: number; of: string; code?: string };

const checkedInAJob = 500;

/**
 * Enqueues the check of these orders, five hundred a job; at once, or at a time. Returns in how many, after those that were `begun` before
 * for this reason.
 */
export async function enqueueCheck(
  tenant: Tenant,
  orderIds: number[],
  { reason, begun = 0, ...options }: CheckOptions = {},
): Promise<number> {
  const { accountId } = tenant;
  const chunks = inPieces(orderIds, checkedInAJob);
  const place = (at: number) => (reason ? { key: `check:${accountId}:${nameOf(reason)}:${begun + at}`, keepsPlace: true } : {});
  await enqueueAll(
    tenant,
    chunks.map((chunk, at) => ({
      ...{ name: 'orders:check', payload: { accountId, orderIds: chunk } },
      ...fairQueue('check', accountId, chunk, checkedInAJob),
      ...place(at),
      ...options,
    })),
  );
  return begun + chunks.length;
}

/** A key of a job is short, and a channel's code may be long. */
const nameOf = ({ connectionId = 0, of, code = '' }: CheckReason) =>
  `${connectionId}:${of}:${code === '' ? '' : createHash('sha256').update(code).digest('base64url')}`;

/** Enqueues comparing these warehouse orders with what the rules and mappings of now make of them. */
export async function enqueueCompare(tenant: Tenant, warehouseOrderIds: number[]): Promise<void> {
  if (warehouseOrderIds.length > 0) await enqueue(tenant, 'orders:compare-sent', { warehouseOrderIds });
}

/** Enqueues reading orders again from their channel; those of a group are checked together then, so that they are still combined. */
export async function enqueueReread(tenant: Tenant, orders: (number | number[])[]): Promise<void> {
  const { accountId } = tenant;
  await enqueueAll(
    tenant,
    orders.flatMap((order) => {
      const [orderId, ...companions] = typeof order === 'number' ? [order] : order;
      if (orderId === undefined) return [];
      return {
        name: 'orders:reread',
        payload: { accountId, orderId, companions },
        key: `reread:${accountId}:${[orderId, ...companions].join('-')}`,
      };
    }),
  );
}

/** So many are read together: the key of a job names each, and is short. */
const mostTogether = 20;

/** The same of orders with these ids: those to one recipient are read together. A locked one is read again when it is unlocked. */
export async function enqueueRereadTogether(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'> & { combine_key: string }>`
    select o.id, ${combineKey} as combine_key from orders o join accounts account on account.id = ${tenant.accountId}
    where ${inAccount(tenant, 'o')} and o.id = any(${[...orderIds]}::bigint[]) and not o.locked order by o.id`.execute(tenant.db);
  const groups = [...Map.groupBy(rows, ({ combine_key }) => combine_key).values()].map(idsOf);
  await enqueueReread(
    tenant,
    groups.flatMap((group) => inPieces(group, mostTogether)),
  );
}

/** Has it looked at whether second parcels of these orders are to go, of those that a person split. */
export async function enqueueSecondParcels(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and id = any(${[...orderIds]}::bigint[]) and is_split and units_shipped > 0
      and confirmed_at is null order by id`.execute(tenant.db);
  if (rows.length > 0) await enqueue(tenant, 'orders:second-parcels', { orderIds: idsOf(rows) });
}

/** Enqueues the check of every order that waits for a cause. Returns how many. */
export async function recheckWaiting(tenant: Tenant, cause: Cause): Promise<number> {
  const orderIds = await ordersWaitingFor(tenant, cause);
  await enqueueCheck(tenant, orderIds, { reason: { connectionId: cause.connectionId, of: cause.type, code: cause.subject } });
  return orderIds.length;
}

/** Enqueues the check of orders that wait because nobody connected had their building, where that is known by now. */
export const recheckBuildings = (tenant: Tenant, most = readAtOnce) =>
  // Which of several buildings they leave from is for a person to say.
  recheckUnknown(
    tenant,
    'unmapped_location',
    sql`i.subject = '' and i.sentence ->> 'code' <> 'several_buildings' and ${isBuildingOfOurs(tenant)}`,
    most,
  );

/** The same of orders that wait for a shipping method, which a rule names, somebody chose, or their code is mapped to. */
export const recheckMethods = (tenant: Tenant, most = readAtOnce) =>
  recheckUnknown(
    tenant,
    'unmapped_shipping',
    sql`(i.subject = '' and (${isRuledMethodOurs(tenant)} or o.shipping_code is not null and not ${isMethodGone(tenant)})
      or i.subject <> '' and exists (select from shipping_options so where ${inAccount(tenant, 'so')} and so.connection_id = o.connection_id
        and so.connector_code = i.subject and (${methodOfMapping(tenant, sql`so.amware_code`)})::text is not null))`,
    most,
  );

/** So many ids are read at once; all are checked in the end. */
const readAtOnce = 10_000;

/** `isThereNow`: whether what the issue `i` of an order `o` says is missing is there. */
async function recheckUnknown(tenant: Tenant, type: IssueType, isThereNow: RawBuilder<unknown>, most: number): Promise<void> {
  let ids: number[] = [];
  do {
    const { rows } = await sql<Columns<'orders', 'id'>>`
      select o.id from issues i join orders o on ${inAccount(tenant, 'o')} and o.id = i.order_id
      where ${inAccount(tenant, 'i')} and i.type = ${sql.lit(type)} and i.closed_at is null and i.order_id > ${ids.at(-1) ?? 0}
        and ${isThereNow}
      order by o.id limit ${most}`.execute(tenant.db);
    ids = idsOf(rows);
    await enqueueCheck(tenant, ids);
  } while (ids.length === most);
}

/**
 * Locks a connection's links, presets and field mappings against changes until this transaction ends. Intake decides about
 * orders that are not committed yet, so whoever changes a rule could not find them to check them again.
 */
export async function lockRulesShared(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf('rules', connectionId)})`.execute(tenant.db);
}

/** Call after changing a rule and before reading the orders concerned: waits for intakes that still use the former rule. */
export async function lockRulesForChange(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf('rules', connectionId)})`.execute(tenant.db);
}
