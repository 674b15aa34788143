import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { type KeptBecause, sentOtherwise } from '../../../shared/issues/types/sent-otherwise.ts';
import { dropUnsentReplaces } from '../../../shared/outbox/drops.ts';
import { type EffectSource, queueEffects } from '../../../shared/outbox/queue.ts';
import { recordEvents } from '../history.ts';
import { lockOrders } from '../lock-orders.ts';
import { openOrderIssues } from '../order-issues.ts';
import { asReplacement, composedOrders } from '../release/adopting/composed.ts';
import { settleOrders } from '../settle.ts';
import { type Compared, compareSent } from './compare.ts';
import { withoutAsked } from './new-address/asked.ts';
import { hasLeft, type Obstacle } from './obstacle.ts';

/**
 * Follows the rules and mappings of now in what the warehouse has: asks it to replace what it has not begun, and opens an issue on every
 * other order that differs. What is being sent is compared once it is there. Safe to repeat. Call it under the lock of the rules.
 */
export async function followSent(tenant: Tenant, warehouseOrderIds: number[]): Promise<void> {
  if (warehouseOrderIds.length === 0) return;
  await lockOrdersIn(tenant, warehouseOrderIds);
  const compared = await compareSent(tenant, await withoutAsked(tenant, warehouseOrderIds));
  const differ = compared.filter(({ orders }) => orders.length > 0);
  await settleSame(
    tenant,
    compared.filter((each) => !differ.includes(each)),
  );
  await compareLater(
    tenant,
    differ.filter(({ obstacle }) => obstacle?.why === 'sending'),
  );
  await replaceThere(
    tenant,
    differ.filter(({ obstacle }) => obstacle === null),
  );
  const stuck = differ.filter(isStuck);
  await dropReplacements(tenant, stuck);
  await openIssuesOf(tenant, stuck, ({ obstacle }) => whyNot(obstacle as Obstacle));
}

/** Whether it needs a person. */
const isStuck = ({ obstacle, orders }: Compared) =>
  orders.length > 0 && obstacle !== null && obstacle.why !== 'sending' && obstacle.why !== 'left';

/**
 * After the warehouse took a replacement: closes the issues of its orders, unless the rules of now differ from that one too and cannot be
 * followed. What a person keeps stays decided.
 */
export async function settleReplaced(tenant: Tenant, warehouseOrderId: number): Promise<void> {
  const compared = await compareSent(tenant, [warehouseOrderId]);
  const stuck = compared.filter(isStuck);
  const differing = new Set(stuck.flatMap(({ orders }) => idsOf(orders)));
  const orderIds = compared.flatMap((each) => each.orderIds).filter((id) => !differing.has(id));
  if (orderIds.length > 0) await closeIssues(tenant, { orderIds, types: ['changed_after_release'], subjects: [sentOtherwise.subject] });
  await openIssuesOf(
    tenant,
    stuck.filter(({ obstacle }) => obstacle?.why !== 'kept'),
    ({ obstacle }) => whyNot(obstacle as Obstacle),
  );
}

/** A person keeps what was sent: the warehouse is asked for nothing else, and what may have reached it is taken back. */
export async function keepSent(tenant: Tenant, warehouseOrderIds: number[]): Promise<void> {
  const composed = [...(await composedOrders(tenant, await withoutAsked(tenant, warehouseOrderIds))).values()].filter(
    ({ replacement }) => replacement !== null,
  );
  await takeBackReplacements(
    tenant,
    composed.map((order) => ({ warehouseOrderId: order.id, replaces: true, target: asReplacement(order) })),
  );
}

async function lockOrdersIn(tenant: Tenant, warehouseOrderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and warehouse_order_id = any(${warehouseOrderIds}::bigint[])`.execute(tenant.db);
  await lockOrders(tenant, idsOf(rows));
}

const warehouseOrdersOf = (compared: readonly Pick<Compared, 'warehouseOrderId'>[]) =>
  compared.map(({ warehouseOrderId }) => warehouseOrderId);

/** The warehouse has what it should have: what waits to be replaced is dropped, and nobody need decide about it. */
async function settleSame(tenant: Tenant, same: Compared[]): Promise<void> {
  const orderIds = same.flatMap((each) => each.orderIds);
  await takeBackReplacements(tenant, same);
  if ((await closeIssues(tenant, { orderIds, types: ['changed_after_release'], subjects: [sentOtherwise.subject] })) > 0)
    await settleOrders(tenant, orderIds);
}

type Replacing = Pick<Compared, 'warehouseOrderId' | 'replaces' | 'target'>;

/** Drops what waits to be sent; a request that may have reached the warehouse is taken back by another. `target`: what it should have. */
async function takeBackReplacements(tenant: Tenant, those: readonly Replacing[]): Promise<void> {
  await dropReplacements(tenant, those);
  await storeReplacements(tenant, await stillReplacing(tenant, those));
}

async function compareLater(tenant: Tenant, sending: Compared[]): Promise<void> {
  if (sending.length === 0) return;
  await sql`update warehouse_orders set must_compare = true where ${inAccount(tenant)}
    and id = any(${warehouseOrdersOf(sending)}::bigint[])`.execute(tenant.db);
}

async function replaceThere(tenant: Tenant, differ: Compared[]): Promise<void> {
  const queued = new Set(await storeReplacements(tenant, differ));
  await recordEvents(
    tenant,
    differ.flatMap(({ warehouseOrderId, orders }) =>
      queued.has(warehouseOrderId)
        ? orders.map(({ id: orderId, changes }) => ({
            orderId,
            kind: 'replacing' as const,
            sentence: { code: 'replacing' as const, changes },
          }))
        : [],
    ),
  );
}

/** Queues what these are to be replaced by. Returns those for which that is news. */
async function storeReplacements(tenant: Tenant, compared: readonly Replacing[]): Promise<number[]> {
  if (compared.length === 0) return [];
  const targets = compared.map(({ warehouseOrderId: id, target }) => ({ id, target }));
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    update warehouse_orders w set replacement = goal.target
    from json_to_recordset(${JSON.stringify(targets)}::json) as goal (id bigint, target jsonb)
    where ${inAccount(tenant, 'w')} and w.id = goal.id and w.replacement is distinct from goal.target
    returning w.id`.execute(tenant.db);
  await queueReplaces(tenant, idsOf(rows));
  return idsOf(rows);
}

/** Asks the warehouse for the replacements of these, at once or then. One that is being sent is asked for again when its reply comes. */
export async function queueReplaces(tenant: Tenant, warehouseOrderIds: number[], dueAt = sql`now()`): Promise<void> {
  if (warehouseOrderIds.length === 0) return;
  const source: EffectSource = {
    kind: 'replace',
    connectionId: sql`connection_id`,
    key: sql`'replace-' || id`,
    warehouseOrderId: sql`id`,
    ...{ userId: tenant.userId, dueAt },
    from: sql`warehouse_orders where ${inAccount(tenant)} and id = any(${warehouseOrderIds}::bigint[])`,
  };
  await queueEffects(tenant, source, 'unless_sending');
}

/** Drops what these were to be replaced by, where the warehouse cannot have heard of it. */
async function dropReplacements(tenant: Tenant, compared: readonly Replacing[]): Promise<void> {
  const ids = warehouseOrdersOf(compared.filter(({ replaces }) => replaces));
  if (ids.length > 0) await dropUnsentReplaces(tenant, ids);
}

async function stillReplacing(tenant: Tenant, compared: readonly Replacing[]): Promise<Replacing[]> {
  const replacing = compared.filter(({ replaces }) => replaces);
  if (replacing.length === 0) return [];
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    select id from warehouse_orders where ${inAccount(tenant)} and id = any(${warehouseOrdersOf(replacing)}::bigint[])
      and replacement is not null`.execute(tenant.db);
  return replacing.filter(({ warehouseOrderId }) => rows.some(({ id }) => id === warehouseOrderId));
}

/** Opens an issue on each order that differs and has not left: what was sent, what should have been, and why it stays so. */
export async function openIssuesOf(tenant: Tenant, compared: Compared[], why: (each: Compared) => KeptBecause): Promise<void> {
  await openOrderIssues(
    tenant,
    compared.flatMap((each) =>
      each.orders
        .filter((order) => !hasLeft(order))
        .map(({ id: orderId, connection_id: connectionId, changes }) => ({
          ...{ orderId, connectionId, type: 'changed_after_release' as const, subject: sentOtherwise.subject, blocking: false },
          sentence: { code: 'sent_otherwise' as const, changes, isKnown: each.obstacle?.why !== 'incomplete', why: why(each) },
        })),
    ),
  );
}

const whyNot = (obstacle: Obstacle): KeptBecause =>
  obstacle.why === 'incomplete' ? { code: 'incomplete', lacks: obstacle.lacks } : { code: obstacle.why };
