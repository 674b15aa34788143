import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { inPieces } from '../../../../platform/pieces.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll, fairQueue } from '../../../base/job-queue.ts';
import { unitsOfLine } from '../lines/units.ts';
import { retryOrders } from './retry.ts';
import { fitting } from './stock/fitting.ts';
import { byOrder, type NeedRow, needsOf } from './stock/needs.ts';

/**
 * Has orders retried that are out of stock, the first ones first, as far as what a count has brought serves all their lines. By jobs:
 * whoever has locked one of these orders may wait for products that the count has changed.
 */
export async function retryOutOfStock(tenant: Tenant, changedSkus: string[]): Promise<void> {
  if (changedSkus.length === 0) return;
  await enqueueRetries(tenant, await servedBy(tenant, sql`l.mapped_sku = any(${changedSkus}::text[])`));
}

/** `reason`: what is enqueued for it once more takes the place of what waits. */
async function enqueueRetries(tenant: Tenant, orderIds: number[], reason?: string): Promise<void> {
  const { accountId } = tenant;
  await enqueueAll(
    tenant,
    inPieces(orderIds, retriedInAJob).map((chunk, at) => ({
      ...{ name: 'orders:stock-came', payload: { accountId, orderIds: chunk } },
      ...fairQueue('stock-came', accountId, chunk, retriedInAJob),
      ...(reason && { key: `${reason}:${accountId}:${at}`, keepsPlace: true }),
    })),
  );
}

const retriedInAJob = 500;

/** Retries those of these orders that still are out of stock. */
export async function retryStillLacking(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select distinct i.order_id as id from issues i
    where ${inAccount(tenant, 'i')} and i.order_id = any(${orderIds}::bigint[]) and ${isOutOfStock} order by 1`.execute(tenant.db);
  await retryOrders(tenant, idsOf(rows));
}

const isOutOfStock = sql`i.type = 'out_of_stock' and i.subject <> 'second_parcel' and i.closed_at is null`;

/**
 * The same for those that lacked what other orders were promised, and which these have given back: they were cancelled, held or edited.
 * Not for those that the warehouse itself refused: it knows better than our figures.
 */
export const retryFreed = async (tenant: Tenant): Promise<void> =>
  enqueueRetries(tenant, await servedBy(tenant, sql`l.is_out_of_stock`), 'stock-freed');

async function servedBy(tenant: Tenant, line: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<NeedRow>`
    with waiting as materialized (
      select distinct i.order_id from issues i
      where ${inAccount(tenant, 'i')} and ${isOutOfStock}
        and exists (select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = i.order_id and ${line})
    )
    select needed.order_id, needed.product_id, needed.units, p.sku, p.to_promise
    from (${needsOf(tenant, sql`l.order_id in (select order_id from waiting)`)}) as needed
    join products p on ${inAccount(tenant, 'p')} and p.id = needed.product_id order by needed.order_id`.execute(tenant.db);
  const { orders, free } = byOrder(rows);
  return fitting(orders, free).served.map(({ orderId }) => orderId);
}

/**
 * Retries orders that the warehouse refused and a person edited since; one that was out of stock only if there is enough now. One that the
 * warehouse cancelled without being asked stays: it was not refused for what it says.
 */
export async function retryEdited(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select i.order_id as id from issues i
    where ${inAccount(tenant, 'i')} and i.order_id = any(${orderIds}::bigint[]) and i.closed_at is null
      and (i.type = 'rejected_by_warehouse' or i.type = 'out_of_stock' and ${isEnough(tenant)})
    group by i.order_id having not bool_or(i.type = 'rejected_by_warehouse' and i.subject = 'cancelled') order by 1`.execute(tenant.db);
  await retryOrders(tenant, idsOf(rows));
}

const isEnough = (tenant: OfAccount) => sql`not exists (
  select from order_lines l join products p on ${inAccount(tenant, 'p')} and p.id = l.product_id
  where ${inAccount(tenant, 'l')} and l.order_id = i.order_id and not l.is_charge and p.to_promise < ${unitsOfLine})`;
