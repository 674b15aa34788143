import type { Result, ShipDecision, ShipRequest, WhyDeclined } from '../../contract.ts';
import type { ShopifyClient } from '../client.ts';
import { isOurs } from '../reading/states.ts';
import { because } from '../reasons.ts';
import { granted } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import type { FulfillmentOrder, WireOrder } from '../wire.ts';
import { currentOrder } from './order.ts';

/** It waits for a reply. Shopify takes none while it is on hold. */
const isSubmitted = ({ status, requestStatus }: FulfillmentOrder) => status === 'OPEN' && requestStatus === 'SUBMITTED';
const isTakenOn = ({ status, requestStatus }: FulfillmentOrder) =>
  status === 'IN_PROGRESS' && (requestStatus === 'ACCEPTED' || requestStatus === 'CANCELLATION_REJECTED');

const lastPart = (id: string) => id.split('/').at(-1) ?? id;

/** What Shopify asks our fulfilment service to ship of an order. */
export function shipRequestOf({ fulfillmentOrders }: WireOrder, locations: readonly string[]): ShipRequest | null {
  const asked = fulfillmentOrders.nodes.filter(
    (one) => isOurs(one, locations) && one.assignedLocation.location?.isFulfillmentService && isSubmitted(one),
  );
  if (asked.length === 0) return null;
  const ids = asked.map(({ id, shipRequests }) => lastPart(shipRequests?.nodes[0]?.id ?? id));
  return { id: ids.join(','), handle: asked.map(({ id }) => id).join(',') };
}

/** Of those that were asked for, each by what it is now: one that was taken on is closed, so that the seller has the rest again. */
export async function decideShip({ client, locations }: Opened, decision: ShipDecision): Promise<Result<null>> {
  const order = await currentOrder(client, decision.remoteOrderId);
  if (!order.ok) return order;
  const named = new Set((decision.handle ?? '').split(','));
  const ours = order.value.fulfillmentOrders.nodes.filter((one) => named.has(one.id) && isOurs(one, locations));
  const calls = ours.flatMap((one) => callFor(client, one, decision) ?? []);
  if (calls.length === 0) return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'shopify.no_ship_request' }) } };
  for (const call of calls) {
    const decided = granted(await call());
    if (!decided.ok) return decided;
  }
  return { ok: true, value: null };
}

type Call = () => ReturnType<ShopifyClient['accept']>;

function callFor(client: ShopifyClient, one: FulfillmentOrder, decision: ShipDecision): Call | null {
  if (decision.decision === 'accepted') return isSubmitted(one) ? () => client.accept(one.id) : null;
  const { why, message } = decision;
  if (isSubmitted(one)) return () => client.decline(one.id, reasons[why], message);
  return isTakenOn(one) ? () => client.giveUp(one.id, message) : null;
}

/** In Shopify’s words. */
export const reasons: Record<WhyDeclined, string> = {
  unknown_sku: 'INVALID_SKU',
  bad_address: 'INCORRECT_ADDRESS',
  out_of_stock: 'INVENTORY_OUT_OF_STOCK',
  other: 'OTHER',
};
