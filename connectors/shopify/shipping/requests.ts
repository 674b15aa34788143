import type { Result, ShipDecision, ShipRequest, WhyDeclined } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ShopifyClient } from '../client.ts';
import { isOurs } from '../reading/states.ts';
import { because } from '../reasons.ts';
import { granted, rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { digitsOf, type FulfillmentOrder, type WireOrder } from '../wire.ts';
import { currentOrder } from './order.ts';

/** It waits for a reply. Shopify takes none while it is on hold. */
const isSubmitted = ({ status, requestStatus }: FulfillmentOrder) => status === 'OPEN' && requestStatus === 'SUBMITTED';
const isTakenOn = ({ status, requestStatus }: FulfillmentOrder) =>
  // Open again where it was held in between.
  (status === 'IN_PROGRESS' || status === 'OPEN') && (requestStatus === 'ACCEPTED' || requestStatus === 'CANCELLATION_REJECTED');

/** It waits for a reply, or was taken on, and takes neither reply. */
const isHeld = ({ status, requestStatus }: FulfillmentOrder) =>
  status === 'ON_HOLD' && (requestStatus === 'SUBMITTED' || requestStatus === 'ACCEPTED' || requestStatus === 'CANCELLATION_REJECTED');

/** What Shopify asks our fulfilment service to ship of an order. */
export function shipRequestOf({ fulfillmentOrders }: WireOrder, locations: readonly string[]): ShipRequest | null {
  const requests = fulfillmentOrders.nodes.filter(
    (one) => isOurs(one, locations) && one.assignedLocation.location?.isFulfillmentService && isSubmitted(one),
  );
  if (requests.length === 0) return null;
  const ids = requests.map(({ id, shipRequests }) => digitsOf(shipRequests?.nodes[0]?.id ?? id));
  return { id: ids.join(','), handle: requests.map(({ id }) => id).join(',') };
}

/**
 * Of those that were asked for, each by what it is now: one that was taken on is closed, so that the seller has the rest again. What is
 * declined we hold no longer, since Shopify takes no reply about what is on hold; one that somebody else holds has to be released there.
 */
export async function decideShip(opened: Opened, decision: ShipDecision): Promise<Result<null>> {
  const named = await namedIn(opened, decision);
  if (!named.ok) return named;
  const { client } = opened;
  const declines = decision.decision === 'declined';
  const freed = declines ? await takeHoldsOff(client, named.value) : { ok: true as const, value: false };
  if (!freed.ok) return freed;
  const ours = freed.value ? await namedIn(opened, decision) : named;
  if (!ours.ok) return ours;
  if (declines && ours.value.some(isHeld)) return rejected(because({ code: 'shopify.request_on_hold' }));
  const calls = ours.value.flatMap((one) => callFor(client, one, decision) ?? []);
  if (calls.length === 0) return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'shopify.no_ship_request' }) } };
  for (const call of calls) {
    const decided = granted(await call());
    if (!decided.ok) return decided;
  }
  return { ok: true, value: null };
}

async function namedIn({ client, locations }: Opened, { remoteOrderId, handle }: ShipDecision): Promise<Result<FulfillmentOrder[]>> {
  const named = new Set((handle ?? '').split(','));
  return mapResult(await currentOrder(client, remoteOrderId), ({ fulfillmentOrders }) =>
    fulfillmentOrders.nodes.filter((one) => named.has(one.id) && isOurs(one, locations)),
  );
}

/** Returns whether there were any of ours. */
async function takeHoldsOff(client: ShopifyClient, parts: FulfillmentOrder[]): Promise<Result<boolean>> {
  let any = false;
  for (const { id, fulfillmentHolds } of parts.filter(isHeld)) {
    const own = fulfillmentHolds.filter(({ heldByRequestingApp }) => heldByRequestingApp);
    if (own.length === 0) continue;
    const released = granted(
      await client.release(
        id,
        own.map((each) => each.id),
      ),
    );
    if (!released.ok) return released;
    any = true;
  }
  return { ok: true, value: any };
}

type Call = () => ReturnType<ShopifyClient['accept']>;

function callFor(client: ShopifyClient, one: FulfillmentOrder, decision: ShipDecision): Call | null {
  if (decision.decision === 'accepted') return isSubmitted(one) ? () => client.accept(one.id) : null;
  const { why, message } = decision;
  if (isSubmitted(one)) return () => client.decline(one.id, reasons[why], message);
  // Asked back while the rest was not, so that no request to cancel the order was read.
  if (one.requestStatus === 'CANCELLATION_REQUESTED') return () => client.acceptCancel(one.id, message);
  return isTakenOn(one) ? () => client.giveUp(one.id, message) : null;
}

/** In Shopify’s words. */
export const reasons: Record<WhyDeclined, string> = {
  unknown_sku: 'INVALID_SKU',
  bad_address: 'INCORRECT_ADDRESS',
  out_of_stock: 'INVENTORY_OUT_OF_STOCK',
  other: 'OTHER',
};
