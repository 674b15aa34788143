import type { Tenant } from '../../../../platform/tenant.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import { writeDateTime } from '../../../ui/time/write-time.ts';
import type { OrderReply } from '../../order-flow/contract/detail.ts';
import { listPayloads } from '../../order-flow/intake/payloads.ts';
import { getOrder } from './queries.ts';
import { writeWeight } from './weight.ts';

/**
 * An order with every field of its call; undefined when this account has no order of that id. For `reading`: its statements travel
 * together.
 */
export async function readReply(tenant: Tenant, id: number): Promise<OrderReply | undefined> {
  const [order, [payload], methods] = await Promise.all([getOrder(tenant, id), listPayloads(tenant, id, 1), listMethods(tenant)]);
  if (!order) return undefined;
  const { order_date, updated_at, timezone, date_style, weight_grams, shipments, blocking_issues } = order;
  const style = { timezone, dateStyle: date_style };
  return {
    ...order,
    order_date_string: writeDateTime(new Date(order_date), style),
    updated_at_string: writeDateTime(new Date(updated_at), style),
    packageWeightFormatted: weight_grams ? writeWeight(weight_grams) : null,
    trackingInfoArray: shipments.map(({ trackingUrl, trackingNumber }) => ({ trackingUrl, trackingNumber })),
    error: blocking_issues > 0,
    order_json: payload?.raw ?? null,
    shipMethods: Object.fromEntries(methods.map(({ carrier, methods: ofCarrier }) => [carrier, ofCarrier])),
  };
}
