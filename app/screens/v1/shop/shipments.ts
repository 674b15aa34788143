import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { id, instant } from '../../../../platform/endpoint.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lockOrders } from '../../../nouns/order-flow/lock-orders.ts';
import { settleOrders } from '../../../nouns/order-flow/settle.ts';
import { confirmationsOf } from '../../../nouns/order-flow/shipping/confirming/confirmations.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { acknowledgeEffects, readUnacknowledged } from '../../../shared/outbox/by-call.ts';
import { list, reads, readV1 } from '../call.ts';
import { pageSize } from '../page.ts';
import { mostAtOnce, refusedReads, type Shop, says, sayV1, shopOf } from './shop.ts';

const parcel = z.object({
  id: z.number(),
  order_id: z.number(),
  external_id: z.string(),
  carrier: z.string(),
  method: z.string().nullable(),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  shipped_at: instant,
  completes: z.boolean().meta({ description: 'With it all of the order has left' }),
  lines: z
    .array(z.object({ id: z.string(), quantity: z.number() }))
    .meta({ description: 'The shop’s own lines, in what it sold of them. Goods that were added here are not among them' }),
});
type Parcel = z.output<typeof parcel>;

const waitingCall = reads('/v1/shop/shipments', {
  summary: 'Parcels that the shop has not acknowledged, the oldest first. Acknowledge these, and read the next',
  scope: 'read_shop',
  query: z.strictObject({ limit: pageSize.default(50), cursor: id.optional() }),
  reply: list(parcel),
  others: refusedReads,
});

const acknowledgeCall = says('POST /v1/shop/shipments/acknowledge', {
  summary:
    'Say that the shop knows of these parcels, and has told its buyers. An order is fulfilled once all of it has left and every parcel is acknowledged. Twice does no harm',
  body: z.strictObject({ shipment_ids: z.array(id).min(1).max(mostAtOnce) }),
  reply: z.object({
    data: z.array(z.object({ shipment_id: z.number(), outcome: z.enum(['acknowledged', 'not_found']) })),
  }),
});

export function shopShipmentsApi(app: FastifyInstance): void {
  readV1(app, waitingCall, async (tenant, { session, query: { limit, cursor = 0 } }) => {
    const shop = await shopOf(tenant, session);
    const effects = await readUnacknowledged(tenant, shop.connectionId, cursor, limit + 1);
    const onPage = effects.slice(0, limit);
    const end = effects.length > limit ? onPage.at(-1) : undefined;
    return { data: await parcelsOf(tenant, onPage), next: end ? `${end.id}` : null };
  });
  sayV1(app, acknowledgeCall, async (tenant, shop, { body: { shipment_ids: ids } }) => {
    const acknowledged = await acknowledge(tenant, shop, ids);
    return {
      data: ids.map((shipment_id) => ({
        shipment_id,
        outcome: acknowledged.has(shipment_id) ? ('acknowledged' as const) : ('not_found' as const),
      })),
    };
  });
}

/** As a channel is told of them. A parcel that holds parts of packs alone is told with the next one. */
async function parcelsOf(tenant: Tenant, effects: Awaited<ReturnType<typeof readUnacknowledged>>): Promise<Parcel[]> {
  const confirming = await confirmationsOf(tenant, idsOf(effects));
  const byEffect = new Map(confirming.map((each) => [each.outboxId, each.confirmation]));
  return effects.flatMap(({ id, shipment_id, order_id }) => {
    const confirmation = byEffect.get(id);
    if (!confirmation || shipment_id === null || order_id === null) return [];
    const { remoteOrderId, carrier, method, trackingNumber, trackingUrl, shippedAt, completes, lines } = confirmation;
    return {
      ...{ id: shipment_id, order_id, external_id: remoteOrderId, carrier, method, tracking_number: trackingNumber },
      ...{ tracking_url: trackingUrl, shipped_at: shippedAt, completes },
      lines: lines.map(({ remoteLineId, quantity }) => ({ id: remoteLineId, quantity })),
    };
  });
}

/**
 * Those of these parcels that are of orders of the shop; the worker records their confirmations at once. What a person was asked because it
 * took long is over.
 */
async function acknowledge(tenant: Tenant, { connectionId }: Shop, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'shipments', 'id' | 'order_id'>>`
    select s.id, s.order_id from shipments s join orders o on ${inAccount(tenant, 'o')} and o.id = s.order_id
      and o.connection_id = ${connectionId}
    where ${inAccount(tenant, 's')} and s.id = any(${ids}::bigint[])`.execute(tenant.db);
  const shipmentIds = rows.map((each) => each.id);
  if (shipmentIds.length === 0) return new Set();
  await lockOrders(
    tenant,
    rows.map(({ order_id }) => order_id),
  );
  await sql`
    update shipments set acknowledged_at = now() where ${inAccount(tenant)} and id = any(${shipmentIds}::bigint[])
      and acknowledged_at is null`.execute(tenant.db);
  const orderIds = await acknowledgeEffects(tenant, connectionId, shipmentIds);
  await closeIssues(tenant, { orderIds: orderIds, types: ['rejected_by_channel', 'retries_exhausted'], subjects: ['confirm'] });
  await settleOrders(tenant, orderIds);
  return new Set(shipmentIds);
}
