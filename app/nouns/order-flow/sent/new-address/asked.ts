import { sql } from 'kysely';
import type { Reason } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import type { SentenceOfType } from '../../../../shared/issues/issue.ts';
import { dropUnsentReplaces } from '../../../../shared/outbox/drops.ts';
import { recordEvents } from '../../history.ts';
import { openOrderIssues } from '../../order-issues.ts';
import { enqueueCompare, enqueueSecondParcels } from '../../recheck.ts';
import type { Replacement } from '../../release/adopting/composed.ts';
import { settleOrders } from '../../settle.ts';
import { addressesOf, writeAddress } from './values.ts';

type Address = NonNullable<Replacement['address']>;
type Sentence = SentenceOfType<'new_address'>;

/** Says of orders whose channel has another address that a person decides about it, or what became of their decision. */
export async function tellNewAddress(
  tenant: Tenant,
  ids: readonly number[],
  sentence: (channel: string) => Sentence = (channel) => ({ code: 'address_changed', channel }),
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id' | 'connection_id'> & { channel: Column<'connections', 'name'> }>`
    select o.id, o.connection_id, c.name as channel from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'o')} and o.id = any(${[...ids]}::bigint[]) order by o.id`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    rows.map(({ id: orderId, connection_id: connectionId, channel }) => ({
      ...{ orderId, connectionId, type: 'new_address' as const, subject: '', blocking: false },
      sentence: sentence(channel),
    })),
  );
}

/** Nobody need decide about the addresses of these orders. */
export async function closeNewAddress(tenant: Tenant, ids: readonly number[]): Promise<void> {
  if ((await closeIssues(tenant, { orderIds: [...ids], types: ['new_address'] })) > 0) await settleOrders(tenant, [...ids]);
}

/** Drops what the warehouse was to be asked for, where it cannot have heard of that. Of what a mapping changed it is asked later. */
export async function dropAsked(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  const warehouseOrderIds = [...(await addressesOf(tenant, orderIds)).values()].flatMap((order) =>
    order.asked === null || order.warehouse_order_id === null ? [] : order.warehouse_order_id,
  );
  if (warehouseOrderIds.length === 0) return;
  await dropUnsentReplaces(tenant, warehouseOrderIds);
  await enqueueCompare(tenant, warehouseOrderIds);
}

/**
 * Leaves out warehouse orders that are asked to go elsewhere: what rules and mappings say of them is compared once they have replied. Says
 * again what is to be decided about those whose question was dropped on the way.
 */
export async function withoutAsked(tenant: Tenant, ids: number[]): Promise<number[]> {
  const { rows: asked } = await sql<Columns<'warehouse_orders', 'id'>>`
    update warehouse_orders set must_compare = true where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and replacement ? 'address'
    returning id`.execute(tenant.db);
  const { rows: dropped } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
      join issues i on ${inAccount(tenant, 'i')} and i.order_id = o.id and i.type = 'new_address' and i.closed_at is null
        and i.sentence ->> 'code' = 'address_asked'
    where ${inAccount(tenant, 'o')} and w.id = any(${ids}::bigint[]) and w.replacement is null order by o.id`.execute(tenant.db);
  await tellNewAddress(tenant, idsOf(dropped));
  const left = new Set(idsOf(asked));
  return ids.filter((id) => !left.has(id));
}

/** The warehouse sends it there: the order has this address now. Its channel may have changed it once more. */
export async function recordAddressTaken(tenant: Tenant, { orderId, shipTo }: Address): Promise<void> {
  await writeAddress(tenant, orderId, shipTo);
  await recordEvents(tenant, [{ orderId, kind: 'replaced', sentence: { code: 'address_replaced' } }]);
  await settleAddress(tenant, orderId);
}

/** The warehouse did not take it: a person decides anew. */
export async function recordAddressRefused(tenant: Tenant, { orderId }: Address, connection: string, reason: Reason): Promise<void> {
  await settleAddress(tenant, orderId, (channel) => ({ code: 'address_refused', channel, connection, reason }));
}

async function settleAddress(tenant: Tenant, orderId: number, sentence?: (channel: string) => Sentence): Promise<void> {
  const channels = (await addressesOf(tenant, [orderId])).get(orderId)?.channels;
  if (channels) await tellNewAddress(tenant, [orderId], sentence);
  else await closeNewAddress(tenant, [orderId]);
  await enqueueSecondParcels(tenant, [orderId]);
}
